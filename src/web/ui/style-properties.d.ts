import "react";

declare module "react" {
  // Custom properties carry values that only the data knows: an event's own light, a place in a line.
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined;
  }
}
