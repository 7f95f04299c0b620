import type { lights } from "./paint-lights.ts";
import type { shores } from "./paint-shore.ts";
import type { Palette } from "./paint-tools.ts";

/** One look: a motif, who stands on the shore, how big the light is (share of the width), and its colours. */
export type NightLook = {
  id: string;
  seed: number;
  light: keyof typeof lights;
  shore: keyof typeof shores;
  r: number;
  p: Palette;
};

export type FaceLook = {
  id: string;
  seed: number;
  hair: "crop" | "bun" | "afro" | "long" | "waves" | "cap";
  /** Which way the face looks: 1 right, -1 left. */
  f: 1 | -1;
  /** The night whose colours it wears. */
  night: string;
  extra: "phones" | "beard" | "ring" | "shades";
};

export const nightLooks: NightLook[] = [
  {
    id: "noaptea-fosforului",
    seed: 7,
    light: "orb",
    shore: "few",
    r: 0.25,
    p: {
      sky: ["#070B1A", "#0A2236", "#0C5560", "#19A98F"],
      light: ["#E9FFF6", "#7CFBDB", "#38F2C0"],
      glow: "#38F2C0",
      glint: "#38F2C0",
      mirror: "#9BFFE3",
      sea: ["#0B4A55", "#08222F", "#070C1B"],
      ink: "#05101A",
      plankton: 130,
      stars: 60,
    },
  },
  {
    id: "ultima-lumina",
    seed: 21,
    light: "sliced",
    shore: "crowd",
    r: 0.37,
    p: {
      sky: ["#1A1038", "#5A1F66", "#C93A62", "#FF7A4F"],
      light: ["#FFE7A0", "#FFC857", "#FF5D5D"],
      glow: "#FFB35C",
      glint: "#FFC857",
      mirror: "#FF7A5C",
      sea: ["#7A2457", "#2A1445", "#0D0D22"],
      ink: "#120A24",
      stars: 26,
    },
  },
  {
    id: "sare-pe-piele",
    seed: 33,
    light: "rays",
    shore: "parasols",
    r: 0.27,
    p: {
      sky: ["#C2303F", "#F0524B", "#FF7A57"],
      ray: "#FFA06B",
      light: ["#FFFDF3", "#FFF0C9", "#FFDF9A"],
      glow: "#FFF0C9",
      glint: "#FFF0C9",
      mirror: "#FF8A6A",
      sea: ["#0F6E7C", "#0B3A52", "#0A1730"],
      ink: "#3A0D1E",
    },
  },
  {
    id: "vinil-si-valuri",
    seed: 45,
    light: "vinyl",
    shore: "boat",
    r: 0.31,
    p: {
      sky: ["#0A1440", "#16318F", "#3D6BE0", "#8FB5FF"],
      light: ["#FFD88A", "#FF9A4C", "#FF5D5D"],
      glow: "#FFB870",
      glint: "#FFC857",
      mirror: "#8FB5FF",
      sea: ["#1B3A9E", "#0F1F5C", "#0A1028"],
      ink: "#070D26",
      stars: 20,
    },
  },
  {
    id: "luna-plina",
    seed: 58,
    light: "moon",
    shore: "pier",
    r: 0.31,
    p: {
      sky: ["#0D0B26", "#231A55", "#4B3A94", "#8C78D6"],
      ray: "#B3A3E0",
      light: ["#FFFFFF", "#F2ECFF", "#CFC2F5"],
      glow: "#CFC2F5",
      glint: "#EDE6FF",
      mirror: "#B9A8F2",
      sea: ["#35297A", "#1A1546", "#0B0D20"],
      ink: "#0B0820",
      stars: 90,
    },
  },
  {
    id: "furtuna-de-vara",
    seed: 64,
    light: "storm",
    shore: "palms",
    r: 0.36,
    p: {
      sky: ["#121826", "#243247", "#4A6072", "#A8B99B"],
      cloud: ["#0F1522", "#182233", "#223147", "#31445A", "#43596C"],
      light: ["#FFF7C2", "#FFE25C", "#FFC21F"],
      glow: "#FFE88A",
      glint: "#FFE25C",
      mirror: "#C7D6A8",
      sea: ["#33485A", "#1A2839", "#0B1120"],
      ink: "#080C14",
    },
  },
  {
    id: "eclipsa",
    seed: 72,
    light: "eclipse",
    shore: "crowd",
    r: 0.26,
    p: {
      sky: ["#060610", "#1C0A1E", "#5A1426", "#C23A2C"],
      light: ["#FFF4D0", "#FFC857", "#FF6B3D"],
      glow: "#FF8A4C",
      glint: "#FFC857",
      mirror: "#FF6B4A",
      sea: ["#5E1626", "#240B1C", "#0A0812"],
      ink: "#0A0510",
      stars: 50,
    },
  },
  {
    id: "noaptea-perseidelor",
    seed: 88,
    light: "meteors",
    shore: "lighthouse",
    r: 0.42,
    p: {
      sky: ["#060A24", "#0B1A5A", "#1B45A8", "#49A0D8"],
      light: ["#fff", "#fff"],
      glow: "#7FE0FF",
      glint: "#FFD77A",
      mirror: "#8FE3FF",
      sea: ["#14488F", "#0B2050", "#080E22"],
      ink: "#050A1C",
      stars: 150,
    },
  },
  {
    id: "balul-de-la-plaja",
    seed: 95,
    light: "disco",
    shore: "crowd",
    r: 0.25,
    p: {
      sky: ["#170A33", "#4A1270", "#B01E86", "#FF5F8F"],
      ray: "#FFB3D1",
      light: ["#FFD9EC", "#FF8FC0", "#8C3BD6"],
      glow: "#FF8FC0",
      glint: "#6FF5FF",
      mirror: "#FF8FC0",
      sea: ["#7A1B7E", "#2F1258", "#0E0B24"],
      ink: "#12061F",
      stars: 20,
    },
  },
  {
    id: "rasarit",
    seed: 103,
    light: "dawn",
    shore: "gulls",
    r: 0.5,
    p: {
      sky: ["#27396F", "#6A7DB8", "#C7A9C4", "#FFC9A8"],
      bands: ["#FFE3B0", "#FFCBA0", "#F7A99B", "#D58FA6", "#9F84B4"],
      light: ["#FFF8E0", "#FFE08A", "#FFB45C"],
      glow: "#FFE7B8",
      glint: "#FFE7B8",
      mirror: "#FFA98C",
      sea: ["#4F5E9C", "#26325F", "#0E1530"],
      ink: "#1B1C40",
    },
  },
  {
    id: "lampioane",
    seed: 117,
    light: "orb",
    shore: "palms",
    r: 0.22,
    p: {
      sky: ["#140A24", "#4A1638", "#A6382F", "#FF9A4C"],
      light: ["#FFF6DC", "#FFD88A", "#FF8A4C"],
      glow: "#FFB35C",
      glint: "#FFC857",
      mirror: "#FF9A6A",
      sea: ["#6A2336", "#2A1030", "#0D0B1E"],
      ink: "#12061A",
      plankton: 90,
      stars: 40,
    },
  },
  {
    id: "linia-marii",
    seed: 131,
    light: "sliced",
    shore: "pier",
    r: 0.34,
    p: {
      sky: ["#081532", "#0F3A6B", "#1E7FA8", "#7FE0D8"],
      light: ["#FFFDF0", "#FFE9B0", "#FF9E6B"],
      glow: "#BFF5E6",
      glint: "#9BFFE3",
      mirror: "#FFD3A8",
      sea: ["#14607F", "#0B3150", "#081226"],
      ink: "#06122A",
      stars: 24,
    },
  },
];

export const faceLooks: FaceLook[] = [
  { id: "mareea-verde", seed: 5, hair: "long", f: 1, night: "noaptea-fosforului", extra: "phones" },
  { id: "lotca", seed: 9, hair: "cap", f: -1, night: "vinil-si-valuri", extra: "beard" },
  { id: "ilinca-grind", seed: 12, hair: "bun", f: 1, night: "ultima-lumina", extra: "ring" },
  { id: "far-stins", seed: 17, hair: "crop", f: -1, night: "luna-plina", extra: "shades" },
  { id: "pelin", seed: 23, hair: "afro", f: 1, night: "sare-pe-piele", extra: "phones" },
  { id: "sora-briza", seed: 31, hair: "waves", f: -1, night: "balul-de-la-plaja", extra: "shades" },
  { id: "cobaltina", seed: 37, hair: "long", f: -1, night: "noaptea-perseidelor", extra: "ring" },
  { id: "nisip-fin", seed: 41, hair: "crop", f: 1, night: "rasarit", extra: "beard" },
  { id: "doi-delfini", seed: 47, hair: "waves", f: 1, night: "eclipsa", extra: "phones" },
  { id: "vantoasa", seed: 53, hair: "bun", f: -1, night: "linia-marii", extra: "shades" },
];
