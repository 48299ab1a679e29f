#include <dlfcn.h>
#include <libpq-fe.h>
#include <pthread.h>

// Ends a pipeline segment. libpq 17 can leave the bytes in its buffer, to be flushed once per
// turn of the loop; libpq 14 to 16 write them at once.
static inline int moa_pipeline_sync(PGconn *connection) {
#ifdef LIBPQ_HAS_SEND_PIPELINE_SYNC
  return PQsendPipelineSync(connection);
#else
  return PQpipelineSync(connection);
#endif
}

// A function of the libssl or libcrypto that was loaded first: the one that libpq uses, unless the
// program was linked with two of them.
static inline void *moa_symbol(const char *name) {
#ifdef RTLD_DEFAULT
  return dlsym(RTLD_DEFAULT, name);
#else
  return dlsym((void *)0, name);
#endif
}

// How many bytes OpenSSL has decrypted and still holds, which no socket shows; 0 without TLS, -1
// when it cannot be asked.
static inline int moa_tls_pending(PGconn *connection) {
  if (PQsslInUse(connection) != 1) return 0;
  void *session = PQsslStruct(connection, "OpenSSL");
  void *symbol = moa_symbol("SSL_pending");
  if (session == (void *)0 || symbol == (void *)0) return -1;
  return ((int (*)(const void *))symbol)(session);
}

// Why a certificate was refused in the TLS session that this thread has freed last: a code of
// X509_verify_cert_error_string, or 0. Of it libpq says nothing but that it was refused.
//
// This and what follows are for one file of the program only: every other would have variables of
// its own.
static inline long *moa_tls_verdict(void) {
  static _Thread_local long verdict;
  return &verdict;
}

typedef long moa_tls_question(const void *session);

// The functions that `moa_tls_note_end` calls, looked up once.
struct moa_tls_questions {
  moa_tls_question *is_server, *mode, *result;
};

static inline struct moa_tls_questions *moa_tls_questions(void) {
  static struct moa_tls_questions questions;
  return &questions;
}

// libpq frees a session that fails before it returns. To be told of its end is the only way that
// misses none: the first call that shows the session may be the one in which it fails.
static inline void moa_tls_note_end(
    void *session, void *value, void *values, int index, long number, void *argument) {
  (void)value, (void)values, (void)index, (void)number, (void)argument;
  const struct moa_tls_questions *ask = moa_tls_questions();
  // One of our own server, or one in which nothing is verified: SSL_VERIFY_PEER is 1.
  if (session == (void *)0 || ((int (*)(const void *))ask->is_server)(session) ||
      (((int (*)(const void *))ask->mode)(session) & 1) == 0)
    return;
  *moa_tls_verdict() = ask->result(session);
}

static inline void moa_tls_begin_watching(void) {
  typedef void end(void *, void *, void *, int, long, void *);
  struct moa_tls_questions *ask = moa_tls_questions();
  ask->is_server = (moa_tls_question *)moa_symbol("SSL_is_server");
  ask->mode = (moa_tls_question *)moa_symbol("SSL_get_verify_mode");
  ask->result = (moa_tls_question *)moa_symbol("SSL_get_verify_result");
  if (ask->is_server == (void *)0 || ask->mode == (void *)0 || ask->result == (void *)0) return;
  // A function of LibreSSL. In OpenSSL a macro for the second, in which CRYPTO_EX_INDEX_SSL is 0.
  void *of_sessions = moa_symbol("SSL_get_ex_new_index");
  if (of_sessions != (void *)0) {
    ((int (*)(long, void *, void *, void *, end *))of_sessions)(
        0, (void *)0, (void *)0, (void *)0, moa_tls_note_end);
    return;
  }
  void *of_all = moa_symbol("CRYPTO_get_ex_new_index");
  if (of_all != (void *)0)
    ((int (*)(int, long, void *, void *, void *, end *))of_all)(
        0, 0, (void *)0, (void *)0, (void *)0, moa_tls_note_end);
}

// To be called before any session that is to be watched; changes nothing else of any session.
// Without these functions, verdicts stay unknown.
//
// `pthread_once` and no lazy global of Swift: where its value is never read, optimised programs
// leave out its initialiser.
static inline void moa_tls_watch_ends(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, moa_tls_begin_watching);
}

static inline long moa_tls_take_verdict(void) {
  long verdict = *moa_tls_verdict();
  *moa_tls_verdict() = 0;
  return verdict;
}

// The library's text for a verdict; null when it has none.
static inline const char *moa_tls_words(long verdict) {
  void *symbol = moa_symbol("X509_verify_cert_error_string");
  return symbol == (void *)0 ? (void *)0 : ((const char *(*)(long))symbol)(verdict);
}
