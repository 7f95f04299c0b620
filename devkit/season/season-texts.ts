import { type Day, formatLongDate } from "#kernel/time.ts";

/** Said above every legal text until the club has read it. */
const toBeReviewed =
  "Text de probă, scris pentru modul demonstrativ. Înainte de a vinde bilete, avocatul clubului îl verifică și îl înlocuiește.";

type Section = { readonly id: string; readonly title: string; readonly paragraphs: readonly string[] };

/** The editable texts of the site, by their key in `site_content`. */
export function seasonTexts(today: Day): Record<string, Record<string, unknown>> {
  const legal = (title: string, sections: readonly Section[]) => ({
    title,
    intro: `Versiunea din ${formatLongDate(today)}.`,
    notice: toBeReviewed,
    to_be_reviewed: true,
    sections,
  });
  return {
    club: {
      short_name: "Fosfor",
      full_name: "Fosfor Summer Club",
      trader: "Fosfor Summer Club SRL (societate demonstrativă), CUI RO00000000",
    },
    hero: {
      title: "Fosfor Summer Club",
      subtitle: "Locul unde muzica întâlnește vara",
      cta_text: "Cumpara Bilete Acum",
      background_url: "",
    },
    about: {
      title: "Despre Fosfor",
      content:
        "Din iunie până în august, pe dig și pe plajă. Muzică live, mașini de ritm și o singură regulă: ultimul stinge luna.",
    },
    footer: {
      description:
        "Nopți de vară la malul mării, pe Plaja Licurici. De la ultima lumină până la primul pescăruș.",
      address: "Plaja Licurici, digul de nord",
      phone: "+40 700 000 000",
      email: "salut@fosfor.example",
      copyright: "Fosfor Summer Club. Toate drepturile rezervate.",
      social_links: {
        instagram: "https://instagram.com/fosfor.example",
        facebook: "https://facebook.com/fosfor.example",
        twitter: "https://twitter.com/fosfor.example",
      },
    },
    terms: legal("Termeni și condiții", terms),
    privacy: legal("Confidențialitate", privacy),
    cookies: legal("Cookie-uri", cookies),
    email_template_config: {
      regular_ticket: "ticket_confirmation",
      season_pass: "season_pass_confirmation",
      welcome_email: "welcome_email",
    },
  };
}

const terms: readonly Section[] = [
  {
    id: "cine",
    title: "Cine vinde",
    paragraphs: [
      "Fosfor Summer Club SRL, societate demonstrativă, CUI RO00000000, Plaja Licurici, digul de nord. Ne scrii la salut@fosfor.example și răspundem în cel mult două zile lucrătoare.",
    ],
  },
  {
    id: "comanda",
    title: "Comanda și prețul",
    paragraphs: [
      "Prețul afișat lângă bilet este cel final, cu taxe incluse. Când alegi biletele, locurile îți sunt rezervate 30 de minute, iar prețul nu se mai schimbă.",
      "O singură comandă deschisă de persoană și eveniment, cel mult 10 bilete la o selecție. Plata se face pe pagina procesatorului; noi nu vedem datele cardului.",
    ],
  },
  {
    id: "bilet",
    title: "Biletul",
    paragraphs: [
      "Biletul este codul QR. Un cod poate purta mai multe intrări, folosite pe rând. La poartă îți cerem un act de identitate cu numele de pe bilet.",
    ],
  },
  {
    id: "bani",
    title: "Banii înapoi",
    paragraphs: [
      "Biletele nu sunt rambursabile și nu sunt transferabile. Dacă organizatorul anulează sau mută evenimentul, primești banii înapoi pe același card, fără să ceri.",
      "Dreptul de retragere de 14 zile nu se aplică serviciilor de agrement cu dată fixă.",
    ],
  },
  {
    id: "litigii",
    title: "Dacă nu ne înțelegem",
    paragraphs: [
      "Te poți adresa ANPC, prin procedura de soluționare alternativă a litigiilor, sau instanțelor din România.",
    ],
  },
];

const privacy: readonly Section[] = [
  {
    id: "ce",
    title: "Ce păstrăm",
    paragraphs: [
      "Numele, adresa de email, telefonul și biletele tale: cât este nevoie ca să intri și ca să emitem factura. Numărul cardului nu ajunge niciodată la noi.",
    ],
  },
  {
    id: "cat",
    title: "Cât timp",
    paragraphs: [
      "Scrisorile trimise și mesajele procesatorului de plăți se șterg după 90 de zile. Facturile rămân atât cât cere legea.",
    ],
  },
  {
    id: "drepturi",
    title: "Drepturile tale",
    paragraphs: [
      "Din profil, la Securitate, îți poți lua datele sau îți poți șterge contul. Te poți plânge și la autoritatea pentru protecția datelor.",
    ],
  },
];

const cookies: readonly Section[] = [
  {
    id: "necesare",
    title: "Doar cele necesare",
    paragraphs: [
      "Folosim un cookie ca să știm că ești conectat și altul, de o clipă, pentru mesajele scurte dintre două pagini. Nu te urmărim și nu avem publicitate, de aceea nu îți cerem acordul.",
    ],
  },
];
