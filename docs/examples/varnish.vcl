# Varnish as a cache between the weatherd of many machines and the weather services. docs/fleet.md describes it.
# `make integration` runs it.
vcl 4.1;

import std;

# Varnish has no TLS: stunnel connects each of these ports with a service's port 443, and verifies its certificate.
backend open_meteo { .host = "127.0.0.1"; .port = "8101"; }
backend air_quality { .host = "127.0.0.1"; .port = "8102"; }
backend met_norway { .host = "127.0.0.1"; .port = "8103"; }
backend nws { .host = "127.0.0.1"; .port = "8104"; }
backend openweathermap { .host = "127.0.0.1"; .port = "8105"; }

sub vcl_recv {
    if (req.method != "GET") { return (synth(405)); }
    if (req.url ~ "^/open-meteo/") {
        set req.backend_hint = open_meteo;
        set req.http.Host = "api.open-meteo.com";
    } else if (req.url ~ "^/air-quality/") {
        set req.backend_hint = air_quality;
        set req.http.Host = "air-quality-api.open-meteo.com";
    } else if (req.url ~ "^/met-norway/") {
        set req.backend_hint = met_norway;
        set req.http.Host = "api.met.no";
    } else if (req.url ~ "^/nws/") {
        set req.backend_hint = nws;
        set req.http.Host = "api.weather.gov";
    } else if (req.url ~ "^/openweathermap/") {
        set req.backend_hint = openweathermap;
        set req.http.Host = "api.openweathermap.org";
        # The organisation's own key instead of what the machines send.
        set req.url = regsub(req.url, "([?&])appid=[^&]*", "\1appid=OWN-KEY");
    } else {
        return (synth(404));
    }
    set req.url = std.querysort(regsub(req.url, "^/[^/]+", ""));
    # The same headers for all machines, so that Vary has no effect.
    unset req.http.Cookie;
    unset req.http.Authorization;
    unset req.http.Accept;
    unset req.http.Accept-Language;
    # MET Norway and the NWS require the contact of the cache's operator.
    set req.http.User-Agent = "weatherd cache (+https://example.org, it@example.org)";
    return (hash);
}

sub vcl_backend_response {
    unset beresp.http.Set-Cookie;
    # Where the service sends neither Expires nor Cache-Control. Machines repeat failures, the cache does not.
    if (beresp.status >= 500 || beresp.status == 429) {
        # The old answer stays.
        if (bereq.is_bgfetch) { return (abandon); }
        set beresp.ttl = 1m;
        set beresp.grace = 0s;
        return (deliver);
    }
    if (!beresp.http.Expires && !beresp.http.Cache-Control) { set beresp.ttl = 14m; }
    # While an expired answer is replaced, machines get the old one with its Age, which weatherd counts.
    set beresp.grace = 6h;
    # Then it is only confirmed, with Last-Modified.
    set beresp.keep = 2d;
}

sub vcl_backend_error {
    # The old answer stays.
    if (bereq.is_bgfetch) { return (abandon); }
    # Machines repeat failures, the cache does not.
    set beresp.ttl = 10s;
}
