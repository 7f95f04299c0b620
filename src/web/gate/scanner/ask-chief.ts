import type { ChiefProof } from "#ticketing/gate/gate-row-form.ts";
import { readChiefCode, signChiefProof } from "./chief-code.ts";
import type { Phone } from "./phone.ts";
import { scannerTexts as texts } from "./scanner-texts.ts";
import type { CameraWish } from "./scanner-tool.tsx";

type ChiefWish = {
  readonly title: string;
  readonly read: (wish: CameraWish | null) => void;
  readonly use: (proof: ChiefProof) => Promise<void>;
};

/** Gets the proof that a chief is here: by the chief's own phone at once, on another from the code that the camera reads. */
export async function askChief({ parts }: Pick<Phone, "parts">, wished: ChiefWish): Promise<void> {
  const { title, read, use } = wished;
  if (parts.enrolled.isChief) return use(await signChiefProof(parts));
  const wish = (hint: string): CameraWish => ({
    ...{ title, hint },
    onCode: async (code) => {
      const found = await readChiefCode(parts, code);
      if (found.kind !== "chief") return read(wish(texts.chiefNot[found.kind]));
      read(null);
      await use(found.proof);
    },
  });
  read(wish(texts.chiefShowsHint));
}
