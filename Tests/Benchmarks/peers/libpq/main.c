// What a page out of a database costs at least: epoll, libpq in pipeline mode and JSON by hand, in
// as many processes as are asked for. Twenty rows of six columns below an id, newest first, as
// ../pgx.
//
// A yardstick and no server: it believes its clients, keeps no limit and no deadline, and ends at
// the first thing that goes wrong. Linux only.
//
// usage: libpq PORT PROCESSES CONNECTION-STRING
#include <arpa/inet.h>
#include <endian.h>
#include <libpq-fe.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <signal.h>
#include <unistd.h>

enum { clients_max = 1024, events_max = 256, bytes_max = 1 << 16, head_max = 256, rows_max = 20 };

static PGconn *database;
static int poller;
// Sockets of those who wait for a page, in the order of their statements.
static int waiting[clients_max];
static unsigned asked, answered;
static char answer[head_max + bytes_max];

static void fail(const char *what) {
  fprintf(stderr, "libpq: %s: %s", what, database ? PQerrorMessage(database) : "");
  exit(1);
}

static char *put(char *at, const char *text) {
  size_t count = strlen(text);
  memcpy(at, text, count);
  return at + count;
}

static char *put_integer(char *at, int64_t number) {
  char digits[20];
  int count = 0;
  if (number < 0) *at++ = '-', number = -number;
  do digits[count++] = (char)('0' + number % 10);
  while (number /= 10);
  while (count > 0) *at++ = digits[--count];
  return at;
}

static char *put_text(char *at, const PGresult *rows, int row, int column) {
  const char *text = PQgetvalue(rows, row, column);
  int count = PQgetlength(rows, row, column);
  *at++ = '"';
  for (int index = 0; index < count; index++) {
    unsigned char byte = (unsigned char)text[index];
    if (byte < 0x20 || byte == '"' || byte == '\\') at += sprintf(at, "\\u%04x", byte);
    else *at++ = (char)byte;
  }
  *at++ = '"';
  return at;
}

static int64_t integer(const PGresult *rows, int row, int column) {
  const char *value = PQgetvalue(rows, row, column);
  if (PQgetlength(rows, row, column) == 4) {
    uint32_t wire;
    memcpy(&wire, value, sizeof wire);
    return (int32_t)be32toh(wire);
  }
  uint64_t wire;
  memcpy(&wire, value, sizeof wire);
  return (int64_t)be64toh(wire);
}

static void send_page(int client, const PGresult *rows) {
  if (PQntuples(rows) > rows_max) fail("too many rows");
  char *body = answer + head_max, *at = put(body, "{\"items\":[");
  for (int row = 0; row < PQntuples(rows); row++) {
    if (row > 0) *at++ = ',';
    at = put_integer(put(at, "{\"id\":"), integer(rows, row, 0));
    at = put_text(put(at, ",\"title\":"), rows, row, 1);
    at = put_integer(put(at, ",\"price\":"), integer(rows, row, 2));
    at = put_integer(put(at, ",\"discount\":"), integer(rows, row, 3));
    at = put_integer(put(at, ",\"stock\":"), integer(rows, row, 4));
    at = put_text(put(at, ",\"thumbnail\":"), rows, row, 5);
    *at++ = '}';
  }
  at = put(at, "]}\n");
  char head[head_max];
  int count = snprintf(head, sizeof head,
                       "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                       "Content-Length: %td\r\n\r\n", at - body);
  memcpy(body - count, head, (size_t)count);
  if (send(client, body - count, (size_t)(at - body + count), MSG_NOSIGNAL) < 0) close(client);
}

static void take_answers(void) {
  if (!PQconsumeInput(database)) fail("read");
  while (answered != asked && !PQisBusy(database)) {
    PGresult *rows = PQgetResult(database);
    // Between two answers stands an end.
    if (rows == NULL) continue;
    if (PQresultStatus(rows) != PGRES_TUPLES_OK) fail("rows");
    send_page(waiting[answered++ % clients_max], rows);
    PQclear(rows);
  }
}

static void ask(int client) {
  char request[4096];
  ssize_t count = recv(client, request, sizeof request - 1, 0);
  if (count <= 0) {
    close(client);
    return;
  }
  request[count] = 0;
  const char *below = strstr(request, "before=");
  if (below == NULL) {
    close(client);
    return;
  }
  int64_t id = (int64_t)htobe64((uint64_t)strtoll(below + 7, NULL, 10));
  const char *values[] = {(const char *)&id};
  if (!PQsendQueryPrepared(database, "page", 1, values, (int[]){sizeof id}, (int[]){1}, 1))
    fail("ask");
  waiting[asked++ % clients_max] = client;
}

static void watch(int descriptor) {
  struct epoll_event event = {.events = EPOLLIN, .data.fd = descriptor};
  epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event);
}

static int listening(int port) {
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), yes = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  setsockopt(listener, SOL_SOCKET, SO_REUSEPORT, &yes, sizeof yes);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 512))
    fail("listen");
  return listener;
}

static void connect_database(const char *where) {
  database = PQconnectdb(where);
  if (PQstatus(database) != CONNECTION_OK) fail("connect");
  PQclear(PQprepare(database, "page",
                    "select id, title, price, discount, stock, thumbnail from page_rows "
                    "where id < $1 order by id desc limit 20", 0, NULL));
  if (PQsetnonblocking(database, 1) || !PQenterPipelineMode(database)) fail("pipeline");
}

static void serve(int port, const char *where) {
  connect_database(where);
  int listener = listening(port), answers = PQsocket(database), yes = 1;
  poller = epoll_create1(0);
  watch(listener);
  watch(answers);
  for (;;) {
    struct epoll_event events[events_max];
    int count = epoll_wait(poller, events, events_max, -1);
    unsigned before = asked;
    for (int index = 0; index < count; index++) {
      int ready = events[index].data.fd;
      if (ready == answers) {
        take_answers();
      } else if (ready == listener) {
        int client = accept4(listener, NULL, NULL, SOCK_NONBLOCK);
        if (client < 0) continue;
        setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        watch(client);
      } else {
        ask(ready);
      }
    }
    if (asked == before) continue;
    if (!PQsendFlushRequest(database) || PQflush(database) < 0) fail("send");
  }
}

int main(int count, char **words) {
  if (count != 4) fail("usage: libpq PORT PROCESSES CONNECTION-STRING");
  for (int process = 0; process < atoi(words[2]); process++) {
    if (fork() != 0) continue;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    serve(atoi(words[1]), words[3]);
  }
  while (wait(NULL) > 0) {}
}
