/** An expression that matches whole paths of a route such as `/events/:id` or `/auth/v1/*`. */
export function patternOf(route: string): RegExp {
  const steps = route
    .split("/")
    .slice(1)
    .map((step) => {
      if (step === "*") return "(?:/.*)?";
      if (!step.startsWith(":")) return `/${step.replaceAll(".", "\\.")}`;
      return step.endsWith("?") ? "(?:/[^/]+)?" : "/[^/]+";
    });
  return new RegExp(`^${steps.join("")}$`);
}
