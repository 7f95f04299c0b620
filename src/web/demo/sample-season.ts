import type { ArtistCardView } from "#web/public/artist-card.tsx";
import type { EventCardView } from "#web/public/event-card.tsx";
import type { SiteFrameView } from "#web/public/site-frame.tsx";
import type { TicketTypeView } from "#web/public/ticket-type-card.ts";
import type { PictureView } from "#web/ui/picture.tsx";

/** Where demo mode serves the painted pictures of the sample season. */
const folder = "/_demo/pictures";

const pictureOf = (name: string, widths: [number, number], width: number, height: number): PictureView => ({
  sources: widths.map((one) => ({ url: `${folder}/${name}-${one}.webp`, width: one })),
  width,
  height,
  position: null,
});

export const tallPicture = (name: string) => pictureOf(name, [480, 960], 1200, 1500);
export const widePicture = (name: string) => pictureOf(`${name}-wide`, [768, 1536], 1920, 1080);
export const facePicture = (name: string) => pictureOf(`artist-${name}`, [360, 720], 900, 1200);
export const passPicture = (name: string) => pictureOf(`pass-${name}`, [768, 1536], 1600, 1000);

export const frameView: SiteFrameView = {
  stopped: null,
  club: { shortName: "Fosfor", fullName: "Fosfor Summer Club" },
  viewer: "anonymous",
  demo: { mailboxUrl: "/_demo/mail" },
  footer: {
    description:
      "Nopți de vară la malul mării, pe Plaja Licurici. De la ultima lumină până la primul pescăruș.",
    address: "Plaja Licurici, digul de nord",
    phone: "+40 700 000 000",
    email: "salut@fosfor.example",
    copyright: "Fosfor Summer Club. Toate drepturile rezervate.",
    year: 2027,
    social: {
      instagram: "https://instagram.com/fosfor.example",
      facebook: "https://facebook.com/fosfor.example",
      twitter: "https://twitter.com/fosfor.example",
    },
    legal: [
      { label: "Termeni și condiții", url: "/legal/terms" },
      { label: "Confidențialitate", url: "/legal/privacy" },
      { label: "Cookie-uri", url: "/legal/cookies" },
    ],
    trader: "Fosfor Summer Club SRL (societate demonstrativă), CUI RO00000000",
    newsletter: "shown",
    disputesUrl: "https://reclamatiisal.anpc.ro/",
  },
  flash: null,
};

export const opening =
  "Deschidem sezonul în noaptea în care marea luminează singură. Trei seturi fără pauză, scena la doi pași de apă, lumina oprită de trei ori ca să se vadă valurile. Vino devreme: primul set începe odată cu întunericul, iar ultimul cu pescărușii.";

type Night = [
  id: string,
  title: string,
  date: string,
  time: string | null,
  lei: number | null,
  light: string,
];

const nights: Night[] = [
  ["noaptea-fosforului", "Noaptea Fosforului", "2027-06-26", "22:00", 80, "#38f2c0"],
  ["ultima-lumina", "Ultima Lumină", "2027-07-03", "20:30", 70, "#ff8a4c"],
  ["sare-pe-piele", "Sare pe Piele", "2027-07-10", "16:00", 60, "#ffb59a"],
  ["vinil-si-valuri", "Vinil și Valuri", "2027-07-17", "21:00", 75, "#8fb5ff"],
  ["luna-plina", "Luna Plină", "2027-07-18", "22:30", 90, "#cfc2f5"],
  ["furtuna-de-vara", "Furtună de Vară", "2027-07-24", "22:00", null, "#ffe25c"],
  ["eclipsa", "Eclipsa", "2027-08-02", "21:00", 120, "#ff8a4c"],
  ["noaptea-perseidelor", "Noaptea Perseidelor", "2027-08-12", null, 85, "#8fe3ff"],
  ["balul-de-la-plaja", "Balul de la Plajă", "2027-08-21", "21:00", null, "#ff8fc0"],
  ["rasarit", "Răsărit", "2027-08-29", "04:30", 60, "#ffb98f"],
  ["fara-afis", "Noaptea fără Afiș", "2027-09-04", "21:00", 50, "#38f2c0"],
];

const sales: Record<string, EventCardView["sale"]> = {
  "furtuna-de-vara": "unavailable",
  "balul-de-la-plaja": "soldOut",
  eclipsa: "last",
};

export const eventCards: EventCardView[] = nights.map(([id, title, date, time, lei, light]) => ({
  id,
  title,
  date,
  time,
  location: "Plaja Licurici",
  description: opening,
  lowestPrice: lei === null ? null : lei * 100,
  sale: sales[id] ?? "open",
  picture: id === "fara-afis" ? null : tallPicture(id),
  widePicture: id === "fara-afis" ? null : widePicture(id),
  light,
}));

const cast: [id: string, name: string, tagline: string | null, bio: string][] = [
  [
    "mareea-verde",
    "Mareea Verde",
    "Live electronic",
    "Sintetizatoare vechi, o voce și înregistrări făcute sub apă. Cântă cu lumina stinsă și nu anunță niciodată piesele. Prima ei vară la Fosfor a ținut o singură noapte; a doua ține tot sezonul.",
  ],
  [
    "lotca",
    "Lotca",
    "Vinil, doar vinil",
    "Vine cu o singură ladă de discuri și pleacă ultimul. House cald, disco uitat, ceva fanfară la ora patru dimineața.",
  ],
  [
    "ilinca-grind",
    "Ilinca Grind",
    "House de apus",
    "Seturi lungi, care încep când soarele atinge apa. A mixat cinci veri la rând pe aceeași dună, fără să repete o piesă.",
  ],
  [
    "far-stins",
    "Far Stins",
    "Techno marin",
    "Ritm drept, ceață, un singur reflector. Publicul îl recunoaște după ochelari, pe care nu i-a dat jos niciodată.",
  ],
  ["pelin", "Pelin", "Afro și funk", "Percuție adunată de pe trei mări și un bas care se aude din larg."],
  ["sora-briza", "Sora Briză", "Disco", "Glob, paiete, refrene pe care le știe toată plaja."],
  ["cobaltina", "Cobaltina", null, "Sunete reci peste o noapte caldă."],
  ["nisip-fin", "Nisip Fin", "Ambient de dimineață", "Pentru cei care au rămas până la răsărit."],
];

export const artistCards: ArtistCardView[] = cast.map(([id, name, tagline, bio]) => ({
  id,
  name,
  tagline,
  bio,
  picture: facePicture(id),
}));

export const ticketTypes: TicketTypeView[] = [
  {
    id: "early",
    name: "Intrare înainte de 23:00",
    description: "Valabil la poartă până la ora 23:00",
    price: 8000,
    entries: 1,
    most: 10,
    left: null,
    configured: true,
  },
  {
    id: "general",
    name: "Intrare generală",
    description: "Acces toată noaptea",
    price: 11000,
    entries: 1,
    most: 10,
    left: null,
    configured: true,
  },
  {
    id: "couple",
    name: "Cuplu",
    description: null,
    price: 19000,
    entries: 2,
    most: 10,
    left: null,
    configured: true,
  },
  {
    id: "terrace",
    name: "Terasa Orizont",
    description: null,
    price: 24000,
    entries: 1,
    most: 10,
    left: 12,
    configured: false,
  },
];
