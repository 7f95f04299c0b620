/** What a restore ended, before its number. */
export const restoredRightsTexts = {
  sessions: "sesiuni",
  guestSessions: "sesiuni fără cont",
  codesAndLinks: "coduri și linkuri din emailuri",
  signUps: "linkuri de confirmare ale conturilor noi",
  signIns: "conectări începute cu Google sau Apple",
  teamInvitations: "invitații în echipă",
  phoneInvitations: "invitații ale telefoanelor",
  phones: "telefoane de la intrare",
};
