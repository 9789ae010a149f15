// curl.h checks the types of variadic arguments if it knows the option; in the functions below it does not.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// In libcurl's headers the types of these differ between versions: int, long or an enumeration.
static const long weatherd_curl_http_1_1 = CURL_HTTP_VERSION_1_1;
static const long weatherd_curl_tls_1_2 = CURL_SSLVERSION_TLSv1_2;
static const long weatherd_curl_proxy_http = CURLPROXY_HTTP;
static const long weatherd_curl_proxy_socks = CURLPROXY_SOCKS5_HOSTNAME;

// Setters and getters of libcurl are variadic, which Swift cannot call.
static inline CURLcode weatherd_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode weatherd_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode weatherd_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode weatherd_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

// The bytes are copied.
static inline CURLcode weatherd_curl_set_bytes(CURL *handle, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {.data = (void *)bytes, .len = count, .flags = CURL_BLOB_COPY};
    return curl_easy_setopt(handle, option, &blob);
}

typedef size_t (*weatherd_curl_receiver)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode weatherd_curl_set_receiver(CURL *handle, CURLoption option, weatherd_curl_receiver receiver) {
    return curl_easy_setopt(handle, option, receiver);
}

static inline CURLcode weatherd_curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode weatherd_curl_get_double(CURL *handle, CURLINFO info, double *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode weatherd_curl_get_text(CURL *handle, CURLINFO info, char **value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLMcode weatherd_curl_multi_set_long(CURLM *handle, CURLMoption option, long value) {
    return curl_multi_setopt(handle, option, value);
}

static inline CURLcode weatherd_curl_set_observer(CURL *handle, CURLoption option, curl_debug_callback observer) {
    return curl_easy_setopt(handle, option, observer);
}

static inline CURLcode weatherd_curl_set_opener(CURL *handle, curl_opensocket_callback opener) {
    return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, opener);
}
