import { counted } from "#kernel/romanian.ts";

const refunds = { one: "rambursare", few: "rambursări", other: "rambursări" };

/** Why money does not go back: the club's balance at the card provider is too small. */
export const shortBalanceTexts = {
  waits: (n: number, amount: string) =>
    `Soldul de la furnizorul de plăți nu ajunge pentru ${counted(n, refunds)}, ${amount} RON. Alimentează-l sau așteaptă încasări noi: banii pleacă singuri când ajunge.`,
  failed:
    "Soldul de la furnizorul de plăți nu a ajuns pentru ultima rambursare. Alimentează-l, apoi rambursează din nou.",
  failedInAll: (n: number, amount: string) =>
    `Pentru ${counted(n, refunds)}, ${amount} RON, soldul de la furnizorul de plăți nu a ajuns. Alimentează-l, apoi rambursează din nou.`,
} as const;
