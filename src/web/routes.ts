import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** Every address of the site. */
export default [
  layout("public/site-layout.tsx", [
    index("public/home-route.tsx"),
    route("events", "public/events-route.tsx"),
    route("events/:id", "public/event-route.tsx"),
    route("artists/:id", "public/artist-route.tsx"),
    route("tickets", "public/tickets-route.tsx"),
    route("season-pass", "public/season-pass-route.tsx"),
    route("termeni", "public/legal-route.tsx", { id: "terms" }),
    route("confidentialitate", "public/legal-route.tsx", { id: "privacy" }),
    route("cookies", "public/legal-route.tsx", { id: "cookies" }),
    route("register", "account/register-route.tsx"),
    route("login", "account/login-route.tsx"),
    route("logout", "account/logout-route.ts"),
    route("reset-password", "account/reset-route.tsx"),
    route("confirm", "account/confirm-route.tsx"),
    route("checkout/:order", "checkout/checkout-route.tsx"),
    route("tickets/success", "checkout/success-route.tsx"),
    route("profile", "account/profile-route.tsx"),
    route("_demo/mail/:id?", "demo/mailbox-route.tsx"),
    route("*", "public/missing-route.tsx"),
  ]),
  route("checkout/:order/pay", "checkout/pay-route.ts"),
  route("tickets/:id/qr.svg", "resources/ticket-qr-route.ts", { id: "qr-svg" }),
  route("tickets/:id/qr.png", "resources/ticket-qr-route.ts", { id: "qr-png" }),
  route("tickets/:id/ticket.pdf", "resources/ticket-pdf-route.ts"),
  route("tickets/:id/ticket.ics", "resources/ticket-calendar-route.ts"),
  route("gate", "gate/gate-route.tsx"),
  layout("admin/admin-layout.tsx", [
    route("admin/events", "admin/events/event-list-route.tsx"),
    route("admin/purchases", "admin/purchases/purchase-list-route.tsx"),
  ]),
  route("_demo/ui", "demo/ui-page.tsx"),
  route("_demo/screens", "demo/screen-list.tsx"),
  route("_demo/screens/:name", "demo/screen-gallery.tsx"),
] satisfies RouteConfig;
