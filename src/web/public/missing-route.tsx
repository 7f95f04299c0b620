import { data } from "react-router";
import { metaOf } from "#web/ui/page-title.ts";
import { NotFoundPage } from "./lost-pages.tsx";
import { publicTexts } from "./public-texts.ts";

export const meta = metaOf(() => publicTexts.pageMissing);

export function loader() {
  throw data(null, { status: 404 });
}

export function action() {
  throw data(null, { status: 404 });
}

export default function Missing() {
  return <NotFoundPage missing="page" />;
}

export function ErrorBoundary() {
  return <NotFoundPage missing="page" />;
}
