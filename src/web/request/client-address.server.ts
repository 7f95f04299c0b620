const header = "x-estival-address";

/**
 * Returns the client's IP address as the host found it: from the socket, or behind the configured number of proxies.
 */
export function addressOf(request: Request): string {
  return request.headers.get(header) ?? "unknown";
}

/** Writes the client's address into the headers, over any value that the client sent under this name. */
export function withClientAddress(headers: Headers, address: string): void {
  headers.set(header, address);
}
