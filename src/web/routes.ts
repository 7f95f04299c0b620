import { type RouteConfig, route } from "@react-router/dev/routes";

/** Every address of the site. */
export default [
  route("_demo/ui", "demo/ui-page.tsx"),
  route("_demo/screens", "demo/screen-list.tsx"),
  route("_demo/screens/:name", "demo/screen-gallery.tsx"),
] satisfies RouteConfig;
