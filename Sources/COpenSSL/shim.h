#pragma once

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// libssl offers much as macros, which Swift cannot call.

static inline int moa_tls_set_versions(SSL_CTX *context, int least, int most) {
  return SSL_CTX_set_min_proto_version(context, least) &&
         SSL_CTX_set_max_proto_version(context, most);
}

// Renegotiation and compression are off. An end without close_notify counts as an end, and leaves
// the connection usable for the answer that is owed.
static inline void moa_tls_set_options(SSL_CTX *context) {
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                   SSL_OP_IGNORE_UNEXPECTED_EOF);
}

// A write may end in the middle, and go on from other memory; idle sessions keep no buffers; one
// read takes all that a socket has.
static inline void moa_tls_set_modes(SSL_CTX *context) {
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_read_ahead(context, 1);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

static inline int moa_tls_set_groups(SSL_CTX *context, const char *names) {
  return (int)SSL_CTX_set1_groups_list(context, names);
}

static inline int moa_tls_add_chain(SSL_CTX *context, X509 *certificate) {
  return (int)SSL_CTX_add1_chain_cert(context, certificate);
}

static inline long moa_tls_ticket_keys_length(SSL_CTX *context) {
  return SSL_CTX_set_tlsext_ticket_keys(context, NULL, 0);
}

static inline int moa_tls_set_ticket_keys(SSL_CTX *context, void *keys, long length) {
  return (int)SSL_CTX_set_tlsext_ticket_keys(context, keys, length);
}

static inline void moa_tls_set_no_tickets(SSL_CTX *context) {
  SSL_CTX_set_options(context, SSL_OP_NO_TICKET);
  SSL_CTX_set_num_tickets(context, 0);
}

static inline int moa_tls_set_server_name(SSL *session, const char *name) {
  return (int)SSL_set_tlsext_host_name(session, name);
}

// A code of the method with this name, with a key, ready for bytes; NULL without memory or method.
static inline EVP_MAC_CTX *moa_mac_new(
    const char *name, const OSSL_PARAM *parameters, const unsigned char *key, size_t length) {
  EVP_MAC *method = EVP_MAC_fetch(NULL, name, NULL);
  EVP_MAC_CTX *context = method ? EVP_MAC_CTX_new(method) : NULL;
  EVP_MAC_free(method);
  if (context && !EVP_MAC_init(context, key, length, parameters)) {
    EVP_MAC_CTX_free(context);
    context = NULL;
  }
  return context;
}

// HMAC-SHA-256. An empty key is one.
static inline EVP_MAC_CTX *moa_hmac_new(const unsigned char *key, size_t length) {
  char digest[] = "SHA2-256";
  OSSL_PARAM parameters[] = {OSSL_PARAM_construct_utf8_string("digest", digest, 0),
                             OSSL_PARAM_construct_end()};
  static const unsigned char none[1];
  return moa_mac_new("HMAC", parameters, length ? key : none, length);
}

// SipHash-2-4 with a key of 16 bytes, of 8 or 16 bytes.
static inline EVP_MAC_CTX *moa_siphash_new(const unsigned char *key, size_t bytes) {
  OSSL_PARAM parameters[] = {OSSL_PARAM_construct_size_t("size", &bytes),
                             OSSL_PARAM_construct_end()};
  return moa_mac_new("SIPHASH", parameters, key, 16);
}

// Poly1305 with a key of 32 bytes.
static inline EVP_MAC_CTX *moa_poly1305_new(const unsigned char *key) {
  return moa_mac_new("POLY1305", NULL, key, 32);
}

static inline void moa_bio_retry_read(BIO *bio) { BIO_set_retry_read(bio); }
static inline void moa_bio_retry_write(BIO *bio) { BIO_set_retry_write(bio); }
static inline void moa_bio_clear_retry(BIO *bio) { BIO_clear_retry_flags(bio); }
