/** What a session must have shown before an act on its own account; each includes those before it. */
export type Proof =
  /** The password, a letter or another sign-in: a second factor that the account has may be missing. */
  | "first_factor"
  /** Every factor that the account has. */
  | "all_factors"
  /** The same, and within the last ten minutes again who it is (decision 34). */
  | "fresh";

/**
 * Every act on one's own account, with the proof it needs: by the calls of /auth/v1 (`withBearer`) and by the screens
 * alike. Whatever adds or takes away a way into the account is fresh, so that nobody who finds a session open takes
 * the account over.
 */
export const proofOf = {
  read_second_factors: "first_factor",
  show_second_factor: "first_factor",
  end_this_session: "first_factor",
  end_other_sessions: "all_factors",
  edit_profile: "all_factors",
  ask_for_code: "all_factors",
  change_address: "fresh",
  change_password: "fresh",
  add_passkey: "fresh",
  remove_passkey: "fresh",
  add_second_factor: "fresh",
  remove_second_factor: "fresh",
  renew_recovery_codes: "fresh",
  link_identity: "fresh",
  unlink_identity: "fresh",
  erase_account: "fresh",
} as const satisfies Record<string, Proof>;

export type AccountAct = keyof typeof proofOf;

/** What this session has not shown and this act needs; undefined when nothing is missing. */
export function missingProof(
  act: AccountAct,
  { isComplete, isFresh }: { readonly isComplete: boolean; readonly isFresh: boolean },
): "insufficient_aal" | "reauthentication_needed" | undefined {
  const needed = proofOf[act];
  if (needed !== "first_factor" && !isComplete) return "insufficient_aal";
  return needed === "fresh" && !isFresh ? "reauthentication_needed" : undefined;
}
