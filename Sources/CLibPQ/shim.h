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
