import { SiteFrame } from "#web/public/site-frame.tsx";
import { Button, ButtonLink, type ButtonLook, RoundButton } from "#web/ui/button.tsx";
import { DateText, InstantText } from "#web/ui/date-text.tsx";
import { Icon, iconNames } from "#web/ui/icon.tsx";
import { Notice, type NoticeKind } from "#web/ui/notice.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { RadioCards } from "#web/ui/radio-cards.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { Select } from "#web/ui/select.tsx";
import { StatusText } from "#web/ui/status-text.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { ToastView } from "#web/ui/toast-region.tsx";
import { Toggle } from "#web/ui/toggle.tsx";
import { frameView } from "./sample-season.ts";
import { Moving, Pictures, Tears } from "./ui-cards.tsx";
import { Part } from "./ui-part.tsx";

/** Every part of the design system in all its states. */
export function UiPage() {
  return (
    <SiteFrame view={frameView}>
      <div className="wrap below-head parts">
        <div className="page-head">
          <h1 className="display">Piese</h1>
          <p>Fiecare piesă, în toate stările ei.</p>
        </div>
        <Buttons />
        <Fields />
        <Choices />
        <News />
        <Words />
        <Tears />
        <Pictures />
        <Moving />
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
      <dialog className="dialog" aria-labelledby="dialog-title" open>
        <h2 className="display" id="dialog-title">
          Renunți la locuri?
        </h2>
        <p>Locurile se întorc imediat în vânzare.</p>
        <div className="actions">
          <Button look="sand">Le păstrez</Button>
          <Button>Renunț</Button>
        </div>
      </dialog>
    </Part>
  );
}

function Words() {
  return (
    <Part title="Date, stări">
      <div className="parts__row">
        <DateText day="2027-06-26" time="22:00" form="short" />
        <DateText day="2027-06-26" form="long" />
        <DateText day="2027-06-05" time="22:00" form="slide" joint=", ora " />
        <InstantText at="2027-06-14T18:07:00Z" />
        <StatusText kind="good">Platit</StatusText>
        <StatusText kind="look">unpaid</StatusText>
        <StatusText kind="off">oprit</StatusText>
        <span className="badge badge--off">Momentan Indisponibil</span>
        <span className="badge badge--phosphor">Ultimele bilete</span>
      </div>
    </Part>
  );
}
