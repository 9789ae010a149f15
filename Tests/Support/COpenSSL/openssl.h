/* The functions of the system's OpenSSL that the test servers use. Compiling a TLS library took a sixth of the tests' build time. */
#pragma once

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

/* Macros, which Swift does not import. */
static inline EVP_PKEY *weatherd_new_key(void) { return EVP_EC_gen("P-256"); }

static inline int weatherd_set_versions(SSL_CTX *context, int oldest, int newest) {
    return SSL_CTX_set_min_proto_version(context, oldest) && SSL_CTX_set_max_proto_version(context, newest);
}
