import type shoot from "autocannon";
import { fromLab } from "./from-lab.ts";

/** Sends many requests at once. */
export const autocannon = (await fromLab<{ readonly default: typeof shoot }>("autocannon")).default;
