import { type FormEvent, useState } from "react";
import { codeOfKeys, readTicketCode } from "#ticketing/delivery/ticket-code-reading.ts";
import { GateMessage } from "../say.tsx";
import type { ScanResult } from "./scan-result.ts";
import { scannerTexts as texts } from "./scanner-texts.ts";
import { BackToScan, type ToolScreenProps } from "./scanner-tool.tsx";

type TypedProblem = { title: string; hint: string };

/** Admits on a typed label and check group, when the camera reads nothing. Only the server can check them. */
export function ScannerTyped({ phone, showResult, onScan }: ToolScreenProps) {
  const [problem, showProblem] = useState<TypedProblem | null>(null);
  const send = async (code: string) => {
    showProblem(null);
    const result = await phone.scan(code, { entries: 1, stamp: null });
    const wrong = typedProblemOf(result.answer);
    if (wrong) showProblem(wrong);
    else showResult(result);
  };
  return <TypedForm problem={problem} onSend={(code) => void send(code)} onScan={onScan} />;
}

function typedProblemOf(answer: ScanResult["answer"]): TypedProblem | null {
  switch (answer.verdict) {
    case "invalid":
      return { title: texts.typeUnknown, hint: texts.typeUnknownHint };
    case "wait":
      return { title: texts.typeWait, hint: texts.typeWaitHint(answer.seconds) };
    default:
      return null;
  }
}

type TypedFormProps = { problem: TypedProblem | null; onSend: (code: string) => void; onScan: () => void };

/** The form for a typed code. The typed text stays until the code is right. */
export function TypedForm({ problem, onSend, onScan }: TypedFormProps) {
  const [typed, setTyped] = useState("");
  const [isWrong, setWrong] = useState(false);
  const missing = missingCharacters(typed);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const code = codeOfKeys(typed.trim());
    const read = readTicketCode(code);
    const isCode = read.kind === "qr" || (read.kind === "label" && read.group !== null);
    setWrong(!isCode);
    if (isCode) onSend(code);
  };
  return (
    <>
      <main className="gate__main scanner__page">
        <h1>{texts.type}</h1>
        {problem ? (
          <GateMessage as="phone" icon="alert" role="alert" title={problem.title} hint={problem.hint} />
        ) : null}
        <form onSubmit={send}>
          <label htmlFor="scanner-code">{texts.typeLabel}</label>
          <input
            id="scanner-code"
            // biome-ignore lint/a11y/noAutofocus: the person has just opened this field, and a scanner types into it
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            placeholder={texts.typePlaceholder}
            maxLength={200}
            required
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="go"
            aria-describedby="scanner-code-hint"
          />
          <p id="scanner-code-hint" className="gate__hint" role={isWrong ? "alert" : undefined}>
            {missing > 0 && missing < 8
              ? texts.typeMore(missing)
              : isWrong
                ? texts.typeWrong
                : texts.typeHint}
          </p>
          <button className="gate__big gate__big--main" type="submit">
            {texts.typeCheck}
          </button>
        </form>
      </main>
      <BackToScan onScan={onScan} isMain={false} />
    </>
  );
}

/** Returns how many of the eight characters after the label are still missing. */
function missingCharacters(typed: string): number {
  const group = /^[a-z]+-\d{4}-\d{6}(?:-\d{2,3}(?=[\s-]))?[\s-](.*)$/i.exec(typed.trim())?.[1];
  return group === undefined ? 8 : Math.max(0, 8 - group.replace(/[\s-]/g, "").length);
}
