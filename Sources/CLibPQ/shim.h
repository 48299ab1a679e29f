#include <dlfcn.h>
#include <libpq-fe.h>

// Ends a pipeline segment. libpq 17 can leave the octets in its buffer, to be flushed once per
// turn of the loop; libpq 14 to 16 write them at once.
static inline int moa_pipeline_sync(PGconn *connection) {
#ifdef LIBPQ_HAS_SEND_PIPELINE_SYNC
  return PQsendPipelineSync(connection);
#else
  return PQpipelineSync(connection);
#endif
}

// A function of the library that libpq has loaded, because a dependency of our own might be another
// version of it.
static inline void *moa_symbol(const char *name) {
#ifdef RTLD_DEFAULT
  return dlsym(RTLD_DEFAULT, name);
#else
  return dlsym((void *)0, name);
#endif
}

// How many octets OpenSSL has decrypted and still holds, which no socket shows; 0 without TLS, -1
// when it cannot be asked.
static inline int moa_tls_pending(PGconn *connection) {
  if (PQsslInUse(connection) != 1) return 0;
  void *session = PQsslStruct(connection, "OpenSSL");
  void *symbol = moa_symbol("SSL_pending");
  if (session == (void *)0 || symbol == (void *)0) return -1;
  return ((int (*)(const void *))symbol)(session);
}

// The last alert that this thread has sent, or 0: why a server's certificate was refused, of which
// libpq says nothing but that it was.
static inline int *moa_tls_alert(void) {
  static _Thread_local int alert;
  return &alert;
}

static inline void moa_tls_note_alert(const void *session, int where, int value) {
  (void)session;
  // SSL_CB_ALERT and SSL_CB_WRITE.
  if ((where & 0x4008) == 0x4008) *moa_tls_alert() = value & 0xff;
}

// Begins to listen for alerts, once the connection has a TLS session; changes nothing else.
static inline void moa_tls_watch_alerts(PGconn *connection) {
  void *session = PQsslStruct(connection, "OpenSSL");
  void *symbol = moa_symbol("SSL_set_info_callback");
  if (session == (void *)0 || symbol == (void *)0) return;
  ((void (*)(void *, void (*)(const void *, int, int)))symbol)(session, moa_tls_note_alert);
}

static inline int moa_tls_take_alert(void) {
  int alert = *moa_tls_alert();
  *moa_tls_alert() = 0;
  return alert;
}
