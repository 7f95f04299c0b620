export type ArtistKey =
  | "mareea-verde"
  | "lotca"
  | "ilinca-grind"
  | "far-stins"
  | "pelin"
  | "sora-briza"
  | "cobaltina"
  | "nisip-fin"
  | "doi-delfini"
  | "vantoasa";

export type SeasonArtist = {
  readonly key: ArtistKey;
  readonly name: string;
  readonly tagline: string | null;
  readonly bio: string;
  readonly hasPicture: boolean;
  readonly youtubeLink: string | null;
  readonly featured: boolean;
};

const usual = { hasPicture: true, youtubeLink: null, featured: false };

export const seasonArtists: readonly SeasonArtist[] = [
  {
    ...usual,
    key: "mareea-verde",
    name: "Mareea Verde",
    tagline: "Live electronic",
    bio: "Sintetizatoare vechi, o voce și înregistrări făcute sub apă. Cântă cu lumina stinsă și nu anunță niciodată piesele. Prima ei vară la Fosfor a ținut o singură noapte; a doua ține tot sezonul.",
    featured: true,
  },
  {
    ...usual,
    key: "lotca",
    name: "Lotca",
    tagline: "Vinil, doar vinil",
    bio: "Pune numai vinil, din lada lui tata și din cele șase târguri pe care le bate în fiecare iarnă. La Plaja Licurici deschide de patru veri, mereu cu fața spre apă. Nu are playlist, are o ladă.",
    // an address that leads to nothing: a video of an invented artist cannot exist
    youtubeLink: "https://www.youtube.com/watch?v=fosforlotca",
    featured: true,
  },
  {
    ...usual,
    key: "ilinca-grind",
    name: "Ilinca Grind",
    tagline: "House de apus",
    bio: "Seturi lungi, care încep când soarele atinge apa. A mixat cinci veri la rând pe aceeași dună, fără să repete o piesă.",
    featured: true,
  },
  {
    ...usual,
    key: "far-stins",
    name: "Far Stins",
    tagline: "Techno marin",
    bio: "Ritm drept, ceață, un singur reflector. Publicul îl recunoaște după ochelari, pe care nu i-a dat jos niciodată.",
    featured: true,
  },
  {
    ...usual,
    key: "pelin",
    name: "Pelin",
    tagline: "Afro și funk",
    bio: "Percuție adunată de pe trei mări și un bas care se aude din larg. Repetă în șopronul bărcilor, cu ușile deschise.",
  },
  {
    ...usual,
    key: "sora-briza",
    name: "Sora Briză",
    tagline: "Disco",
    bio: "Glob, paiete, refrene pe care le știe toată plaja. Ultima piesă e mereu aceeași și nimeni nu pleacă înaintea ei.",
  },
  {
    ...usual,
    key: "cobaltina",
    name: "Cobaltina",
    tagline: null,
    bio: "Sunete reci peste o noapte caldă. Cântă la chitară cu ecou lung și vorbește între piese despre stele.",
  },
  {
    ...usual,
    key: "nisip-fin",
    name: "Nisip Fin",
    tagline: "Ambient de dimineață",
    bio: "Pentru cei care au rămas până la răsărit. Fiecare set e înregistrat o singură dată, pe bandă, și dat cuiva din public.",
  },
  {
    ...usual,
    key: "doi-delfini",
    name: "Doi Delfini",
    tagline: "Pian și mașini de ritm",
    bio: "Un pian dezacordat de sare și două mașini de ritm. Se ceartă pe scenă în fiecare seară și se împacă la bis.",
  },
  {
    ...usual,
    key: "vantoasa",
    name: "Vântoasa",
    tagline: "Bas și furtună",
    bio: "Culege vântul de pe dig cu patru microfoane și îl pune sub bas. Când bate dinspre larg, setul e mai lung.",
    hasPicture: false,
  },
];
