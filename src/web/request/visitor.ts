import type { Uuid } from "#kernel/id.ts";

/** Who asks. `sessionHash` is what acts prove the session by. */
export type Visitor =
  | { readonly kind: "anonymous" }
  | {
      readonly kind: "person";
      readonly userId: Uuid;
      readonly role: "user" | "gate" | "admin";
      readonly fullName: string;
      readonly email: string;
      readonly sessionHash: string;
    };
