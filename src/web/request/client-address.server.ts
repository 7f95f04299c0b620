const header = "x-estival-address";

/** The client's address as the host determined it (the socket, or the configured number of proxies before it). */
export function addressOf(request: Request): string {
  return request.headers.get(header) ?? "unknown";
}

/** The host writes it onto every request, over any value that a client sent under that name. */
export function withClientAddress(headers: Headers, address: string): void {
  headers.set(header, address);
}
