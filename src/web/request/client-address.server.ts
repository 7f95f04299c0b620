const header = "x-estival-address";

/** Where a request comes from, as the host saw it (the socket, or the configured number of proxies before it). */
export function addressOf(request: Request): string {
  return request.headers.get(header) ?? "unknown";
}

/** Written by the host onto every request, over whatever a client sent under that name. */
export function withAddress(headers: Headers, address: string): void {
  headers.set(header, address);
}
