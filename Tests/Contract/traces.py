"""Whether exported spans are what OpenTelemetry's schema says: `traces.py PROGRAM`.

A collector reads each body by the schema itself, opentelemetry-proto, and refuses members that it does not know. Then
the spans of each trace must be one tree.
"""

import base64
import http.server
import json
import sys
import threading
import urllib.error
import urllib.request

from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

import demo

PATHS = [
    "/livez", "/v1/screens/home", "/v1/products?limit=2", "/v1/products/1", "/v1/products/999999", "/v1/search?q=%EB%A8%B8%EA%B7%B8",
    "/v1/products?nonsense=1", "/nowhere", "/v1/banner", "/openmarket/v2/api/products/1",
]
IDENTIFIERS = {"traceId", "spanId", "parentSpanId"}
received, flaws = [], []


def protobuf(value):
    """The JSON of OTLP in that of protobuf, which differs in one thing: identifiers are hexadecimal, not base64."""
    if isinstance(value, list):
        return [protobuf(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        name: base64.b64encode(bytes.fromhex(item)).decode() if name in IDENTIFIERS else protobuf(item)
        for name, item in value.items()}


def read(body):
    document = json.loads(body)
    request = json_format.Parse(
        json.dumps(protobuf(document)), ExportTraceServiceRequest(), ignore_unknown_fields=False)
    for group in request.resource_spans:
        names = {attribute.key for attribute in group.resource.attributes}
        if not names >= {"service.name", "service.version", "service.instance.id"}:
            flaws.append(f"the resource has only {names}")
        for scope in group.scope_spans:
            received.extend(scope.spans)


class Collector(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path != "/v1/traces" or self.headers["Content-Type"] != "application/json":
            flaws.append(f"{self.path} {self.headers['Content-Type']}")
        try:
            read(body)
        except (ValueError, json_format.ParseError) as error:
            flaws.append(f"no OTLP: {error}")
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *arguments):
        pass


def ask(url, method="GET", body=None, **fields):
    request = urllib.request.Request(url, data=body, method=method, headers=fields)
    try:
        with urllib.request.urlopen(request) as answer:
            answer.read()
    except urllib.error.HTTPError as error:
        error.read()


def judge():
    """What is wrong with the spans as trees."""
    by_trace = {}
    for span in received:
        if len(span.trace_id) != 16 or len(span.span_id) != 8 or span.end_time_unix_nano < span.start_time_unix_nano:
            flaws.append(f"{span.name} has a malformed identifier or time")
        by_trace.setdefault(span.trace_id, []).append(span)
    for spans in by_trace.values():
        known = {span.span_id for span in spans}
        roots = [span for span in spans if span.parent_span_id not in known]
        if len(known) != len(spans) or len(roots) != 1 or roots[0].kind != roots[0].SPAN_KIND_SERVER:
            flaws.append(f"no tree: {[span.name for span in spans]}")
    if len(by_trace) != len(PATHS) + 1:
        flaws.append(f"{len(by_trace)} traces of {len(PATHS) + 1} requests")
    if not {span.kind for span in received} >= {1, 2, 3}:
        flaws.append("requests, use cases or statements have no spans")


def main():
    collector = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Collector)
    threading.Thread(target=collector.serve_forever, daemon=True).start()
    endpoint = f"http://127.0.0.1:{collector.server_port}"
    with demo.running(sys.argv[1], "--trace-endpoint", endpoint, "--trace-ratio", "1") as address:
        for path in PATHS:
            ask(address + path)
        ask(address + "/v1/devices", "POST", b"")
    judge()
    print("\n".join(flaws) or f"the {len(received)} spans are as OpenTelemetry's schema has them")
    raise SystemExit(1 if flaws else 0)


if __name__ == "__main__":
    main()
