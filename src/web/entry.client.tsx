import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { endureTranslation } from "./ui/translated-page.ts";

endureTranslation();

// a page that the browser kept as it was when its form was sent would stay busy
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) location.reload();
});

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />);
});
