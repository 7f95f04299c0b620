/** What was ended after a restore from a backup. The number follows each. */
export const restoredRightsTexts = {
  "sessions and links that add a sign-in": "sesiuni",
  "guests' sessions": "sesiuni fără cont",
  "codes and links of emails": "coduri și linkuri din emailuri",
  "sign-ups": "linkuri de confirmare ale conturilor noi",
  "sign-ins": "conectări începute cu Google sau Apple",
  "links of sent tickets": "linkuri ale biletelor trimise",
  "invitations to the team": "invitații în echipă",
  "invitations of phones": "invitații ale telefoanelor",
  "phones of the door": "telefoane de la intrare",
} as const;
