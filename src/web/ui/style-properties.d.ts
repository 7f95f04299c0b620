import "react";

declare module "react" {
  // Custom properties for values that only the data knows: an event's own light, a place in a queue.
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined;
  }
}
