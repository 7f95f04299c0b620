import "react";

declare module "react" {
  // Custom properties for values that come from data, such as a night's own light or a position in a queue.
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined;
  }
}
