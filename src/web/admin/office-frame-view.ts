import type { Flash } from "#web/ui/toast-region.tsx";
import type { SideWidth } from "./side-width.ts";

export type OfficeFrameView = {
  clubName: string;
  season: string;
  /** Null in the empty shell of decision 3: nobody is signed in as administrator. */
  person: { name: string; email: string } | null;
  mode: "demo" | "production";
  side: SideWidth;
  flash: Flash | null;
};
