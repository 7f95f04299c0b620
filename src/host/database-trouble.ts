import { codeOf } from "#platform/database/database.server.ts";
import { UnusableDatabase } from "#platform/database/prepare-database.server.ts";

/** A sentence for the operator in place of an error of the database connection; undefined for any other error. */
export function databaseTrouble(error: unknown): string | undefined {
  if (error instanceof UnusableDatabase) return error.message;
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error) ?? "";
  if (code === "ERR_INVALID_URL")
    return "O adresă de bază de date (DATABASE_URL și celelalte, DATABASE_ADMIN_URL) nu e bună. Într-o parolă # se scrie %23, / %2F, ? %3F, @ %40 și % %25.";
  if (/^(?:.*CERT.*|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/.test(code))
    return `Certificatul bazei de date nu poate fi verificat (${code}). În adresa ei: ?sslmode=verify-full&sslrootcert=/cale/ca.crt, cu certificatul autorității serverului.`;
  if (/does not support SSL/.test(error.message))
    return "Serverul bazei de date nu are TLS. În adresa ei: ?sslmode=disable, numai dacă drumul până la el nu poate fi ascultat.";
  return undefined;
}
