/**
 * What a buyer does with an order, and whether an email's link is enough for it. An email at a wrong address gives its
 * link to a stranger, who must not change the tickets, nor take them or their money while the guest's browser can still
 * correct the address. A buyer who lost the browser can do that afterwards. Tickets of friends never end by a link.
 */
const actsByLink = {
  correct: "never by link",
  split: "never by link",
  name: "never by link",
  "send-code": "by link once the address is final",
  keep: "by link once the address is final",
  "give-back": "by link once the address is final",
  "give-back-sent": "never by link",
} as const;

/** Answers whether a visit may do an act. `isFinal`: the buyer's address can no longer be corrected. */
export const mayDoByLink =
  ({ isByLink, isFinal }: { readonly isByLink: boolean; readonly isFinal: boolean }) =>
  (act: keyof typeof actsByLink): boolean =>
    !isByLink || (isFinal && actsByLink[act] === "by link once the address is final");
