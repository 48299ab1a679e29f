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

// How many octets OpenSSL has decrypted and still holds, which no socket shows; 0 without TLS, -1
// when it cannot be asked. Found by name in the library that libpq has loaded, because a
// dependency of our own might be another version of it.
static inline int moa_tls_pending(PGconn *connection) {
  if (PQsslInUse(connection) != 1) return 0;
  void *session = PQsslStruct(connection, "OpenSSL");
#ifdef RTLD_DEFAULT
  void *symbol = dlsym(RTLD_DEFAULT, "SSL_pending");
#else
  void *symbol = dlsym((void *)0, "SSL_pending");
#endif
  if (session == (void *)0 || symbol == (void *)0) return -1;
  return ((int (*)(const void *))symbol)(session);
}
