import type { ReactNode } from "react";
import { SiteFrame } from "#web/public/site-frame.tsx";
import { Button, ButtonLink, type ButtonLook, RoundButton } from "#web/ui/button.tsx";
import { Icon, iconNames } from "#web/ui/icon.tsx";
import { Notice, type NoticeKind } from "#web/ui/notice.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { RadioCards } from "#web/ui/radio-cards.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { ToastView } from "#web/ui/toast-region.tsx";
import { Toggle } from "#web/ui/toggle.tsx";
import { frameView } from "./sample-season.ts";

/** The parts of the design system with states that few screens show. */
export function UiPage() {
  return (
    <SiteFrame view={frameView}>
      <div className="wrap below-head parts">
        <div className="page-head">
          <h1 className="display">Piese</h1>
          <p>Piesele cu stări care se văd rar.</p>
        </div>
        <Buttons />
        <Fields />
        <Choices />
        <News />
      </div>
    </SiteFrame>
  );
}

const looks: NonNullable<ButtonLook["look"]>[] = ["sun", "sand", "line", "quiet"];

function Buttons() {
  return (
    <Part title="Butoane și semne">
      <div className="parts__row">
        {looks.map((look) => (
          <Button key={look} look={look}>
            {look}
          </Button>
        ))}
        <ButtonLink look="line" href="#butoane">
          legătură
        </ButtonLink>
      </div>
      <div className="parts__row">
        {looks.map((look) => (
          <Button key={look} look={look} size="small">
            {look}, mic
          </Button>
        ))}
        {looks.map((look) => (
          <Button key={look} look={look} disabled>
            {look}, oprit
          </Button>
        ))}
        <RoundButton label="Înainte">
          <Icon name="arrowRight" />
        </RoundButton>
      </div>
      <div className="parts__paper">
        <Button look="ink">pe hârtie</Button>
      </div>
      <div className="parts__row">
        {iconNames.map((name) => (
          <Icon key={name} name={name} />
        ))}
      </div>
    </Part>
  );
}

function Fields() {
  return (
    <Part title="Câmpuri">
      <div className="parts__narrow">
        <TextInput label="Gol" name="empty" placeholder="Adresa ta de email" />
        <TextInput
          label="Cu indicație"
          name="hint"
          hint="Așa cum apare în acte."
          defaultValue="Ioana Exemplu"
        />
        <TextInput
          label="Greșit"
          name="wrong"
          defaultValue="ioana@"
          error="Te rugam sa introduci o adresa de email valida"
        />
        <TextInput label="Doar de citit" name="fixed" value="ioana@exemplu.example" readOnly />
        <PasswordInput
          label="Parolă"
          name="password"
          showLabel="Arată"
          hideLabel="Ascunde"
          defaultValue="nisipfin27"
        />
        <Select label="Cantitate" name="quantity" defaultValue="2">
          <option>1</option>
          <option>2</option>
        </Select>
        <Select label="Cantitate greșită" name="quantity-wrong" error="Alege o cantitate.">
          <option>1</option>
        </Select>
      </div>
    </Part>
  );
}

function Choices() {
  const cards = [
    { value: "a", title: "Intrare generală", note: "Acces toată noaptea", end: "110 LEI" },
    {
      value: "b",
      title: "Terasa Orizont",
      note: "12 bilete rămase",
      tone: "scarce" as const,
      end: "240 LEI",
    },
    {
      value: "c",
      title: "Fără preț la procesator",
      note: null,
      end: "90 LEI",
      error: "Acest tip de bilet nu este configurat.",
    },
  ];
  const periods = [
    { value: "all", label: "Toate datele" },
    { value: "week", label: "Săptămâna aceasta" },
  ];
  return (
    <Part title="Alegeri">
      <div className="parts__narrow">
        <RadioCards legend="Tip" name="cards" cards={cards} initial="a" />
        <RadioCards legend="Tip refuzat" name="cards-refused" cards={cards} initial="c" />
        <RadioCards legend="Tip oprit" name="cards-off" cards={cards.slice(0, 2)} disabled />
      </div>
      <Segments legend="Perioada" name="segments" options={periods} initial="all" />
      <div className="parts__row">
        <Toggle label="Arată indisponibile (1)" name="toggle-off" />
        <Toggle label="Arată indisponibile (1)" name="toggle-on" initial />
      </div>
    </Part>
  );
}

const kinds: NoticeKind[] = ["warn", "bad", "ok", "info"];

function News() {
  return (
    <Part title="Vești">
      {kinds.map((kind) => (
        <Notice key={kind} kind={kind} title="Titlul veștii.">
          Ce s-a întâmplat, ce e în siguranță, ce urmează.
        </Notice>
      ))}
      <div className="parts__row">
        <ToastView kind="success" text="Link copiat in clipboard!" />
        <ToastView kind="error" text="Nu s-a putut crea sesiunea de checkout" />
        <ToastView kind="loading" text="Se trimite..." />
        <ToastView kind="blank" text="O veste fără semn" />
      </div>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="display size-3">{title}</h2>
      {children}
    </section>
  );
}
