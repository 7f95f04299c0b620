/** An expression that matches whole paths of a route such as `/events/:id` or `/auth/v1/*`. */
export function patternOf(route: string): RegExp {
  const segments = route
    .split("/")
    .slice(1)
    .map((segment) => {
      if (segment === "*") return "(?:/.*)?";
      if (!segment.startsWith(":")) return `/${segment.replaceAll(".", "\\.")}`;
      return segment.endsWith("?") ? "(?:/[^/]+)?" : "/[^/]+";
    });
  return new RegExp(`^${segments.join("")}$`);
}
