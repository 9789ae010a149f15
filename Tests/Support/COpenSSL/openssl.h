/* What the test servers use of the system's OpenSSL. To compile a TLS library for them took a sixth of the tests' build. */
#pragma once

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

/* Macros, which Swift does not import. */
static inline int weatherd_set_versions(SSL_CTX *context, int oldest, int newest) {
    return SSL_CTX_set_min_proto_version(context, oldest) && SSL_CTX_set_max_proto_version(context, newest);
}
