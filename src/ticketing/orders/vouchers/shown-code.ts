/**
 * SQL: the code of voucher `v` for who reads purchases. A code that is in force is money, so who may not hand codes
 * out (`mayHandOut`, SQL) gets its first two signs.
 */
export const shownCodeOf = (mayHandOut: string) =>
  `CASE WHEN v.is_on AND coalesce(v.ends_at > now(), true) AND NOT ${mayHandOut} THEN left(v.code, 2) || '…' ELSE v.code END`;

/** SQL: whether the present role may hand codes out. */
export const roleHandsOut = "has_table_privilege('vouchers', 'UPDATE')";
