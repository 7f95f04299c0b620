import { addDays, type Day, type WallTime } from "#kernel/time.ts";
import type { ArtistKey } from "./season-artists.ts";

export type NightKey =
  | "linia-marii"
  | "sare-pe-piele"
  | "lampioane"
  | "rasarit"
  | "vinil-si-valuri"
  | "noaptea-fosforului"
  | "ultima-lumina"
  | "luna-plina"
  | "furtuna-de-vara"
  | "balul-de-la-plaja"
  | "eclipsa"
  | "noaptea-perseidelor"
  | "al-doilea-rasarit"
  | "fara-afis"
  | "concert-pe-dig";

export type SeasonNight = {
  readonly key: NightKey;
  readonly title: string;
  readonly description: string;
  readonly date: Day;
  readonly time: WallTime | null;
  /** The name of its painted picture. */
  readonly picture: string | null;
  readonly light: string;
  /** People. */
  readonly capacity: number;
  readonly isAvailable: boolean;
  /** Lei of its cheapest ordinary ticket; null when it has no ticket types. */
  readonly fromLei: number | null;
  /** Orders to invent for it; "sold out" invents until nobody fits any more. */
  readonly orders: number | "sold out";
  readonly bill: readonly ArtistKey[];
};

type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;
const sunday = 0;
const monday = 1;
const thursday = 4;
const friday = 5;
const saturday = 6;

/** The first such weekday that is `days` days from today or later. */
function weekdayFrom(today: Day, days: number, weekday: Weekday): Day {
  const earliest = addDays(today, days);
  const found = new Date(`${earliest}T12:00:00Z`).getUTCDay();
  return addDays(earliest, (weekday - found + 7) % 7);
}

/** The nights around a day: five past, one today, one within the week, three within the month, five later. */
export function seasonNights(today: Day): SeasonNight[] {
  const past = { isAvailable: true, capacity: 140, orders: 54 };
  return [
    {
      ...past,
      key: "linia-marii",
      title: "Linia Mării",
      description:
        "Prima noapte pe nisip după iarnă. Boxele stau cu spatele la oraș, iar ritmul urmează valul: încet la început, apoi fără întoarcere. Cine vine desculț primește un ceai cald la intrare.",
      date: weekdayFrom(today, -171, saturday),
      time: "21:00",
      picture: "linia-marii",
      light: "#7FE0D8",
      fromLei: 55,
      bill: ["vantoasa", "far-stins"],
    },
    {
      ...past,
      key: "sare-pe-piele",
      title: "Sare pe Piele",
      description:
        "Petrecere de zi, cu umbrele, pepene rece și un set de funk care începe când soarele e încă sus. Apa e la trei pași, prosopul e obligatoriu.",
      date: weekdayFrom(today, -143, saturday),
      time: "16:00",
      picture: "sare-pe-piele",
      light: "#FFB59A",
      fromLei: 60,
      bill: ["pelin", "ilinca-grind"],
    },
    {
      ...past,
      key: "lampioane",
      title: "Lampioane",
      description:
        "O mie de lampioane de hârtie între palmieri și un singur reflector pe scenă. Se dansează încet până la miezul nopții, apoi deloc încet.",
      date: weekdayFrom(today, -108, saturday),
      time: "21:30",
      picture: "lampioane",
      light: "#FF9A4C",
      fromLei: 65,
      bill: ["sora-briza", "lotca"],
    },
    {
      ...past,
      key: "rasarit",
      title: "Răsărit",
      description:
        "Muzica începe înainte de soare. Pături, cafea, ambient și pescăruși care intră la timp pe fiecare piesă.",
      date: weekdayFrom(today, -70, sunday),
      time: "04:30",
      picture: "rasarit",
      light: "#FFB98F",
      fromLei: 60,
      bill: ["nisip-fin", "mareea-verde"],
    },
    {
      ...past,
      key: "vinil-si-valuri",
      title: "Vinil și Valuri",
      description:
        "Numai discuri, nicio listă. Fiecare invitat aduce o ladă, iar publicul alege fața B. Marea face fundalul.",
      date: weekdayFrom(today, -34, saturday),
      time: "21:00",
      picture: "vinil-si-valuri",
      light: "#8FB5FF",
      fromLei: 75,
      bill: ["lotca", "doi-delfini"],
    },
    {
      key: "noaptea-fosforului",
      title: "Noaptea Fosforului",
      description:
        "Noaptea în care marea luminează singură. Trei seturi fără pauză, scena la doi pași de apă, lumina oprită de trei ori ca să se vadă valurile. Vino devreme: primul set începe odată cu întunericul, iar ultimul cu pescărușii.",
      date: today,
      time: "22:00",
      picture: "noaptea-fosforului",
      light: "#38F2C0",
      capacity: 320,
      isAvailable: true,
      fromLei: 80,
      orders: 62,
      bill: ["mareea-verde", "ilinca-grind", "far-stins"],
    },
    {
      key: "ultima-lumina",
      title: "Ultima Lumină",
      description:
        "Un set lung de apus, care începe când soarele atinge apa și se oprește când nu se mai vede linia orizontului. Aduceți ceva pe umeri, după zece bate briza.",
      date: weekdayFrom(today, 1, saturday),
      time: "20:30",
      picture: "ultima-lumina",
      light: "#FF8A4C",
      capacity: 280,
      isAvailable: true,
      fromLei: 70,
      orders: 48,
      bill: ["ilinca-grind", "sora-briza"],
    },
    {
      key: "luna-plina",
      title: "Luna Plină",
      description:
        "Techno pe ponton, sub lună plină. Ceață, ritm drept și un singur reflector: cel de pe cer.",
      date: weekdayFrom(today, 9, saturday),
      time: "22:30",
      picture: "luna-plina",
      light: "#CFC2F5",
      capacity: 260,
      isAvailable: true,
      fromLei: 90,
      orders: 30,
      bill: ["far-stins", "mareea-verde"],
    },
    {
      key: "furtuna-de-vara",
      title: "Furtună de Vară",
      description:
        "Noaptea aceasta așteaptă vremea. Anunțăm aici imediat ce o putem ține în siguranță; biletele se pun în vânzare abia atunci.",
      date: weekdayFrom(today, 16, friday),
      time: "22:00",
      picture: "furtuna-de-vara",
      light: "#FFE25C",
      capacity: 240,
      isAvailable: false,
      fromLei: 75,
      orders: 0,
      bill: ["vantoasa", "cobaltina"],
    },
    {
      key: "balul-de-la-plaja",
      title: "Balul de la Plajă",
      description:
        "Disco cu globul cât un dom. Ținuta: ceva care strălucește. Ringul e mic, de aceea și biletele s-au terminat repede.",
      date: weekdayFrom(today, 21, saturday),
      time: "21:00",
      picture: "balul-de-la-plaja",
      light: "#FF8FC0",
      capacity: 120,
      isAvailable: true,
      fromLei: 95,
      orders: "sold out",
      bill: ["sora-briza", "pelin"],
    },
    {
      key: "eclipsa",
      title: "Eclipsa",
      description:
        "Concert live pe plajă, în noaptea eclipsei. Când umbra atinge luna, scena tace un minut, apoi pornește cea mai lungă piesă a verii.",
      date: weekdayFrom(today, 36, monday),
      time: "21:00",
      picture: "eclipsa",
      light: "#FF8A4C",
      capacity: 400,
      isAvailable: true,
      fromLei: 120,
      orders: 18,
      bill: ["doi-delfini", "mareea-verde", "cobaltina"],
    },
    {
      key: "noaptea-perseidelor",
      title: "Noaptea Perseidelor",
      description:
        "O sută de stele căzătoare pe oră și un set făcut să lase loc dorințelor. Întinde-te pe nisip, lângă far.",
      date: weekdayFrom(today, 45, thursday),
      time: "22:00",
      picture: "noaptea-perseidelor",
      light: "#8FE3FF",
      capacity: 300,
      isAvailable: true,
      fromLei: 85,
      orders: 14,
      bill: ["cobaltina", "nisip-fin"],
    },
    {
      key: "al-doilea-rasarit",
      title: "Al Doilea Răsărit",
      description:
        "Închidem vara cum am început-o, cu fața spre soare. Intrarea se anunță cu o săptămână înainte.",
      date: weekdayFrom(today, 57, sunday),
      time: "05:00",
      picture: "rasarit",
      light: "#FFB98F",
      capacity: 150,
      isAvailable: true,
      fromLei: null,
      orders: 0,
      bill: ["nisip-fin"],
    },
    {
      key: "fara-afis",
      title: "Noaptea fără Afiș",
      description:
        "Nu știm încă cine cântă, nu știm cum arată afișul. Știm doar că e sâmbătă și că marea e acolo.",
      date: weekdayFrom(today, 64, saturday),
      time: "21:00",
      picture: null,
      light: "#38F2C0",
      capacity: 200,
      isAvailable: true,
      fromLei: 50,
      orders: 8,
      bill: [],
    },
    {
      key: "concert-pe-dig",
      title: "Concert pe Dig",
      description:
        "Doi delfini, un pian vechi și digul de nord. Ora depinde de maree și o scriem aici cu trei zile înainte.",
      date: weekdayFrom(today, 75, friday),
      time: null,
      picture: "linia-marii",
      light: "#7FE0D8",
      capacity: 180,
      isAvailable: true,
      fromLei: 70,
      orders: 6,
      bill: ["doi-delfini", "vantoasa"],
    },
  ];
}
