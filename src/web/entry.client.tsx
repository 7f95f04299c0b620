import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { surviveTranslation } from "./ui/translated-page.ts";

surviveTranslation();

// the browser may restore a page in the state in which its form was sent, and that page would stay busy
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) location.reload();
});

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />);
});
