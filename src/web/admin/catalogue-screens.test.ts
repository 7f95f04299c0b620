/** What the screens of the catalogue show when something fails, and what they keep: read in the page, over HTTP. */
import { beforeAll, describe, expect, it, vi } from "vitest";
import { formatShortDate } from "#kernel/time.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openSourceSite } from "#test/support/source-site.ts";

/** Each point fails the first time it is passed and never again, so that the second try shows that nothing was lost. */
vi.hoisted(() => {
  process.env.ESTIVAL_FAULT = [
    "events.load",
    "event.written",
    "event.saved",
    "event.deleted",
    "events.shown",
    "event.copied",
    "artists.load",
    "artist.written",
    "artist.featured",
    "artist.deleted",
    "notifications.load",
    "tickets.load",
    "special.load",
    "type.written",
    "type.saved",
    "type.deleted",
    "type.archived",
    "type.hidden",
    "type.marked_used",
    "quick.chosen",
  ]
    .map((point) => `${point}:error`)
    .join();
});
const { season, origin } = await openSourceSite({}, { withSeason: true });
const { client: owner, db } = season;
const admin = await season.person("admin");

async function ask(path: string, form?: [string, string][], as = admin.token) {
  const response = await fetch(origin + path, {
    headers: { cookie: `session=${as}`, accept: "text/html" },
    redirect: "manual",
    ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
  });
  const flash = /flash=([^;]*)/.exec(response.headers.get("set-cookie") ?? "")?.[1];
  return {
    status: response.status,
    location: response.headers.get("location"),
    flash: flash ? (JSON.parse(decodeURIComponent(flash)) as string[]) : null,
    cache: response.headers.get("cache-control"),
    text: (await response.text()).replaceAll("<!-- -->", "").replace(/<script[\s\S]*?<\/script>/g, ""),
  };
}

/** The screen that the browser goes to next, with what was kept for it to show. */
async function screenAfter({ location, flash }: { location: string | null; flash: string[] | null }) {
  const kept = encodeURIComponent(JSON.stringify(flash));
  const screen = await fetch(`${origin}${location}`, {
    headers: { cookie: `session=${admin.token}; flash=${kept}` },
  });
  return (await screen.text()).replace(/<script[\s\S]*?<\/script>/g, "");
}

const entries = (form: Record<string, string>) => Object.entries(form);
const night = {
  name: "Noaptea Probei",
  title: "Noaptea Probei",
  description: "Scrisă cu grijă.",
  date: "2030-01-01",
  time: "",
  location: "Dig",
  capacity: "90",
};
const artist = { name: "Pelin de Probă", bio: "Scrisă cu grijă.", tagline: "", youtube_link: "" };
const typeForm = (event: string, about: Record<string, string> = {}) =>
  entries({
    type: "Intrare de Probă",
    price: "10",
    entries: "1",
    description: "Scrisă cu grijă.",
    quantity_available: "9",
    stripe_price_id: "",
    sale_starts_at: "",
    sale_ends_at: "",
    offer_rank: "",
    events: event,
    ...about,
  });

const stock = { capacity: "1000", seen_capacity: "1000", seen_left: "1000", quantity_available: "1000" };
const one = await season.night({ title: "Luna de Probă" });
const unsold = await season.night();
const type = await season.ticketType({ events: [one], title: "Terasa de Probă" });
const [made] =
  await db`INSERT INTO artists (id, name, bio) VALUES (gen_random_uuid(), 'Lotca de Probă', 'Cântă.') RETURNING id`;
const singer: string = made.id;
const versionOf = async (table: string, id: string) =>
  String((await owner.query(`SELECT version FROM ${table} WHERE id = $1`, [id])).rows[0].version);

/** A point fails once. The other tests pass it first, so that they do not use up its failure. */
async function comePast(): Promise<void> {
  for (const list of ["events", "artists", "tickets", "abonamente", "notifications"])
    await ask(`/admin/${list}`);
  const id = await season.night();
  const pass = await season.ticketType({ events: [id], family: "season_pass", priceId: null });
  await ask(`/admin/events/${id}`, entries({ ...night, version: "1", opened: "" }));
  await ask(
    `/admin/abonamente/${pass}`,
    typeForm(id, { is_season_pass: "1", ...stock, version: "1", opened: "{}" }),
  );
}

it.each([
  ["B14-01", "/admin/events", "Failed to load events"],
  ["B14-06", "/admin/artists", "Failed to load artists"],
  ["B14-09", "/admin/tickets", "Failed to load data"],
  ["B14-33", "/admin/abonamente", "A apărut o eroare la încărcarea abonamentelor"],
  ["notifications", "/admin/notifications", "Nu s-au putut încărca notificările"],
])(
  "a list that cannot be read shows so in its quoted words, keeps the frame, and is there again the next time (B1-03): %s: %s",
  async (_, path, text) => {
    const failed = await ask(path);
    expect(failed.status).toBe(500);
    expect(failed.text).toContain(`>${text}<`);
    expect(failed.text).toContain("Admin Dashboard");
    expect((await ask(path)).status).toBe(200);
  },
);

describe("a form that could not be saved shows so on its page, with all that was typed, and saves the next time", () => {
  const cases: [
    row: string,
    path: string,
    form: () => Promise<[string, string][]>,
    text: string,
    done: string,
  ][] = [
    [
      "B14-02",
      "/admin/events/new",
      async () => entries(night),
      "Failed to save event",
      "Event created successfully",
    ],
    [
      "B14-02",
      `/admin/events/${one}`,
      async () => entries({ ...night, capacity: "900", version: await versionOf("events", one), opened: "" }),
      "Failed to save event",
      "Event updated successfully",
    ],
    [
      "B14-07",
      "/admin/artists/new",
      async () => entries(artist),
      "Failed to save artist",
      "Artist created successfully",
    ],
    [
      "B14-10",
      "/admin/tickets/new",
      async () => typeForm(one),
      "Failed to save ticket",
      "Bilet creat cu succes",
    ],
    [
      "B14-35, B14-61",
      `/admin/abonamente/${type}`,
      async () =>
        typeForm(one, {
          ...stock,
          seen_left: "9",
          quantity_available: "9",
          is_season_pass: "1",
          version: await versionOf("tickets", type),
          opened: "",
        }),
      "Nu s-a putut salva abonamentul",
      "Abonamentul a fost actualizat cu succes",
    ],
  ];
  it.each(cases)("%s: %s", async (_, path, form, text, done) => {
    const failed = await ask(path, await form());
    expect(failed.status).toBe(500);
    expect(failed.text).toContain(text);
    expect(failed.text).toContain("Scrisă cu grijă.");
    const saved = await ask(path, await form());
    expect([saved.status, saved.flash?.join(" ")]).toEqual([303, expect.stringContaining(done)]);
    expect(await screenAfter(saved)).toContain(done);
  });

  it("B14-42, B14-45: an artist and a type that were changed are confirmed on the screen after it", async () => {
    const changed = await ask(
      `/admin/artists/${singer}`,
      entries({ ...artist, name: "Lotca de Probă", version: await versionOf("artists", singer), opened: "" }),
    );
    expect(await screenAfter(changed)).toContain("Artist updated successfully");
    const other = await season.ticketType({ events: [one], priceId: null });
    const saved = await ask(
      `/admin/tickets/${other}`,
      typeForm(one, { is_season_pass: "", ...stock, version: "1", opened: "{}" }),
    );
    expect(await screenAfter(saved)).toContain("Bilet actualizat cu succes");
  });

  it("B14-60: a special ticket that was made is named so on the screen after it", async () => {
    const form = typeForm(one, { type: "Abonament de Probă", is_season_pass: "1" });
    expect(await screenAfter(await ask("/admin/abonamente/new", form))).toContain(
      "Abonamentul a fost creat cu succes",
    );
  });

  it("B14-17: a price that another type has is refused beside its field", async () => {
    await db`UPDATE tickets SET stripe_price_id = 'price_taken' WHERE id = ${type}`;
    const refused = await ask("/admin/tickets/new", typeForm(one, { stripe_price_id: "price_taken" }));
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("Error: A duplicate entry already exists.");
  });

  it("a night is refused an hour that a type of it does not reach, beside the hour, with all that was typed", async () => {
    const id = await season.night({ time: "22:00" });
    const early = await season.ticketType({ events: [id], title: "Devreme de Probă" });
    await db`UPDATE tickets SET enter_until = '23:00' WHERE id = ${early}`;
    const typed = { ...night, title: "Mutată de Probă", time: "23:30" };
    const said =
      "„Devreme de Probă” e bun doar până la 23:00, iar intrarea ar începe la 23:30. Schimbă întâi";
    const moved = await ask(
      `/admin/events/${id}`,
      entries({ ...typed, version: await versionOf("events", id), opened: "" }),
    );
    expect([moved.status, moved.text.includes(said)]).toEqual([422, true]);
    expect(moved.text).toContain('value="Mutată de Probă"');
    expect(moved.text).toContain('value="23:30"');
    const copy = await ask(`/admin/events/${id}/duplicate`, [
      ...entries({ title: "Copia", name: "Copia de Probă", date: "2030-02-02", time: "23:30" }),
      ["types", early],
    ]);
    expect([copy.status, copy.text.includes(said)]).toEqual([422, true]);
    expect(copy.text).toContain('value="Copia de Probă"');
  });

  it("B14-18: a list of passes with the same one twice is refused, and no type is made", async () => {
    await db`CREATE FUNCTION refuse_list() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE unique_violation USING constraint = 'site_content_key_unique'; END $$;
       CREATE TRIGGER refuse_list BEFORE INSERT ON site_content FOR EACH ROW EXECUTE FUNCTION refuse_list()`;
    const refused = await ask(
      "/admin/abonamente/new",
      typeForm(one, { type: "Dublura", is_season_pass: "1" }),
    );
    await db`DROP TRIGGER refuse_list ON site_content; DROP FUNCTION refuse_list()`;
    expect(refused.status).toBe(409);
    expect(refused.text).toContain(
      "Error saving season pass ticket: A configuration already exists with this key.",
    );
    expect(refused.text).toContain('value="Dublura"');
    expect((await db`SELECT FROM tickets WHERE type = 'Dublura'`).length).toBe(0);
  });
});

describe("an act that failed is shown on the screen after it, and succeeds the next time", () => {
  const acts: [row: string, path: string, form: Record<string, string>, text: string, done: string][] = [
    [
      "B14-04",
      `/admin/events/${one}/unavailable`,
      {},
      "Failed to update event availability",
      "Event marked as unavailable",
    ],
    [
      "B14-08",
      "/admin/artists",
      { id: singer, as: "featured" },
      "Failed to update artist",
      "Artist now featured",
    ],
    [
      "B14-12",
      "/admin/tickets",
      { ids: type, as: "marked_used" },
      "Failed to update ticket status",
      "Bilet marcat ca folosit",
    ],
    [
      "B14-13",
      "/admin/tickets",
      { ids: type, as: "hidden" },
      "Failed to update ticket visibility",
      "Bilet marcat ca ascuns",
    ],
    [
      "B14-37",
      `/admin/abonamente/${type}/quick`,
      { as: "on" },
      "Nu s-a putut actualiza statusul achiziției rapide",
      "Cumpărare rapidă pornită",
    ],
    [
      "B14-03, B14-40",
      `/admin/events/${unsold}/delete`,
      {},
      "Failed to delete event",
      "Event deleted successfully",
    ],
    [
      "B4-05",
      `/admin/artists/${singer}/delete`,
      {},
      "Failed to delete artist",
      "Artist deleted successfully",
    ],
    [
      "B14-11, B14-46",
      `/admin/tickets/${type}/delete`,
      {},
      "Failed to delete ticket",
      "Bilet șters cu succes",
    ],
  ];
  it.each(acts)("%s: %s", async (_, path, form, text, done) => {
    const failed = await ask(path, entries(form));
    expect([failed.status, failed.flash]).toEqual([303, ["error", text]]);
    expect(await screenAfter(failed)).toContain(text);
    const again = await ask(path, entries(form));
    expect([again.status, again.flash]).toEqual([303, ["success", done]]);
    expect(await screenAfter(again)).toContain(done);
  });

  it("B14-36, B14-62: a special ticket that was ordered, in Romanian", async () => {
    const ordered = await season.ticketType({ events: [one], family: "season_pass" });
    const buyer = await season.person();
    await db`INSERT INTO orders (id, user_id, scope_id, ticket_type_id, event_ids, quantity, entries, unit_price, total, family, title, state, stake, origin, hold_expires_at)
       VALUES (gen_random_uuid(), ${buyer.userId}, ${one}, ${ordered}, ARRAY[${one}::uuid], 1, 1, 100, 100, 'season_pass', 'x', 'expired', 'none', 'event', now())`;
    const path = `/admin/abonamente/${ordered}/delete`;
    expect((await ask(path, [])).flash).toEqual(["error", "Nu s-a putut șterge abonamentul"]);
    const kept = "Abonamentul a fost șters cu succes. E în arhivă; la biletele vândute nu se schimbă nimic.";
    expect((await ask(path, [])).flash).toEqual(["success", kept]);
    const fresh = await season.ticketType({ events: [one], family: "season_pass" });
    const deleted = await ask(`/admin/abonamente/${fresh}/delete`, []);
    expect(deleted.flash).toEqual(["success", "Abonamentul a fost șters cu succes"]);
  });
});

describe("a role that is removed between the click and the change", () => {
  const denied = "Permission denied: You do not have the required admin privileges to modify";
  it.each([
    ["B13-15", "events", entries(night), `${denied} events`],
    ["B13-15", "artists", entries(artist), `${denied} artists`],
    ["B13-15", "tickets", typeForm(one), `${denied} tickets`],
    ["B13-16", "abonamente", typeForm(one), "Permisiune refuzată: Nu aveți privilegiile admin necesare."],
  ])("%s: /admin/%s/new is refused in the page", async (_, screen, form, text) => {
    const { userId, token } = await season.person("admin");
    await db`BEGIN`;
    await db`UPDATE profiles SET role = 'user' WHERE id = ${userId}`;
    const answer = ask(`/admin/${screen}/new`, form, token);
    // the guard has let it pass; the act waits for the person's row
    await waitsFor("profiles");
    await db`COMMIT`;
    const { status, text: page } = await answer;
    expect(status).toBe(403);
    expect(page).toContain(text);
  });

  async function waitsFor(table: string): Promise<void> {
    const waiting = async () => {
      // inside a transaction the server would repeat its first answer
      await db`SELECT pg_stat_clear_snapshot()`;
      const rows =
        await db`SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ILIKE ${`%${table}%`}`;
      return rows[0].n;
    };
    await expect.poll(waiting, { interval: 5 }).toBeGreaterThan(0);
  }
});

describe("a form that comes back", () => {
  beforeAll(comePast);

  it("still has the version it was opened with, so that what was saved meanwhile is not overwritten unseen", async () => {
    const id = await season.night({ title: "De doi" });
    const opened = { ...night, version: "1", opened: JSON.stringify({ location: "Plaja Licurici" }) };
    await db`UPDATE events SET location = 'Mutat', version = 2 WHERE id = ${id}`;
    const wrong = await ask(`/admin/events/${id}`, entries({ ...opened, capacity: "0" }));
    expect(wrong.status).toBe(422);
    expect(wrong.text).toMatch(/<input[^>]*name="version"[^>]*value="1"/);
    const conflict = await ask(`/admin/events/${id}`, entries(opened));
    expect(conflict.status).toBe(409);
    expect(conflict.text).toContain("Mutat");
  });
});

describe("the preview of a night", () => {
  beforeAll(comePast);

  it("shows the entered text and what it changes, to administrators only, and stores nothing", async () => {
    const id = await season.night({ title: "Văzută" });
    await season.ticketType({ events: [id], title: "Terasa Văzută", price: 24_000 });
    await season.ticketType({ events: [id], title: "Ascunsă", isVisible: false });
    const typed = entries({
      ...night,
      title: "Văzută altfel",
      version: "1",
      opened: JSON.stringify({ ...night, title: "Văzută" }),
    });
    const seen = await ask(`/admin/events/${id}/preview`, typed);
    expect(seen.status).toBe(200);
    expect(seen.cache).toContain("no-store");
    for (const text of [
      '<meta name="robots" content="noindex"/>',
      "Văzută altfel",
      "<del>Văzută</del>",
      "De la 240 LEI",
      "1 tip vizibil",
      "Ascunsă e ascuns",
      "Fără imagine",
      'name="version" value="1"',
    ])
      expect(seen.text).toContain(text);
    expect((await db`SELECT title FROM events WHERE id = ${id}`)[0].title).toBe("Văzută");
    const back = await ask(`/admin/events/${id}`, [...typed, ["intent", "edit"]]);
    expect(back.status).toBe(200);
    expect(back.text).toContain('value="Văzută altfel"');
    const saved = await ask(`/admin/events/${id}`, typed);
    expect(saved.flash).toEqual(["success", "Event updated successfully"]);
    const incomplete = await ask("/admin/events/new/preview", entries({ ...night, title: "", date: "azi" }));
    expect(incomplete.text).toContain("Lipsește: Titlu, Data");
    expect((await ask(`/events/${id}/preview`)).status).toBe(404);
  });
});

it("the copy of a night fails as a whole, keeps the entered text, and opens as a draft the next time, with its own prices", async () => {
  const id = await season.night({ title: "De copiat" });
  const copied = await season.ticketType({ events: [id], title: "De copiat" });
  const path = `/admin/events/${id}/duplicate`;
  const form: [string, string][] = [
    ["name", "Copia"],
    ["date", "2030-02-01"],
    ["time", ""],
    ["parts", "artists"],
    ["types", copied],
  ];
  // visitors read the title: that of the other night is not taken along unasked
  expect((await ask(path)).text).toMatch(/name="title"[^>]*value=""/);
  const untitled = await ask(path, form);
  expect([untitled.status, untitled.text.includes("Acest câmp este obligatoriu")]).toEqual([422, true]);
  form.push(["title", "Copia, cum o citește lumea"]);
  const failed = await ask(path, form);
  expect(failed.status).toBe(500);
  expect(failed.text).toContain("Nu s-a putut duplica evenimentul");
  expect(failed.text).toContain('value="Copia"');
  const made = await ask(path, form);
  expect(made.flash).toEqual(["success", "Eveniment duplicat. E o ciornă până îl publici."]);
  const rows =
    await db`SELECT t.price_agreed_at IS NOT NULL AS agreed, e.publish_at FROM tickets t JOIN events e ON e.id = t.event_id WHERE e.name = 'Copia'`;
  expect(rows).toEqual([{ agreed: true, publish_at: null }]);
  expect((await ask("/events")).text).not.toContain("Copia");
});

it("a night's copy asks for the password when its codes are to go there too; they are ticked when it has some", async () => {
  const form = (name: string) => [
    ...entries({ title: name, name, date: "2030-02-01", time: "" }),
    ["parts", "codes"] as [string, string],
  ];
  const ticked = async () => /<input[^>]*value="codes"[^>]*>/.exec((await ask(path)).text)?.[0];
  const copiesOf = async (name: string) => (await db`SELECT id FROM events WHERE name = ${name}`).length;
  const id = await season.night({ title: "De copiat cu coduri" });
  const path = `/admin/events/${id}/duplicate`;
  expect(await ticked()).not.toContain("checked");
  const voucher = await season.voucher({ code: "COPIAT", percent: 100, events: [id] });
  expect(await ticked()).toContain("checked");
  const asked = await ask(path, form("Copia Cu Coduri"));
  expect([asked.status, await copiesOf("Copia Cu Coduri")]).toEqual([403, 0]);
  expect(asked.text).toContain('name="current_password"');
  expect(asked.text).toContain('name="parts" value="codes"');
  await db`UPDATE identity.session SET confirmed_at = now() WHERE token = ${admin.sessionHash}`;
  expect((await ask(path, form("Copia Cu Coduri"))).status).toBe(303);
  await db`UPDATE identity.session SET confirmed_at = NULL WHERE token = ${admin.sessionHash}`;
  const [{ nights }] = await db`SELECT cardinality(event_ids) AS nights FROM vouchers WHERE id = ${voucher}`;
  expect(nights).toBe(2);
});

it("a new night is shown after its first save, with what is still missing on its way to the site", async () => {
  const way = async (path: string | null) =>
    /<ol class="publishing-way"[\s\S]*?<\/ol>/.exec((await ask(path ?? "")).text)?.[0] ?? "";
  const made = await ask("/admin/events/new", entries({ ...night, name: "Noaptea Drumului" }));
  const [{ id }] = await db`SELECT id FROM events WHERE name = 'Noaptea Drumului'`;
  expect(made.location).toBe(`/admin/events/${id}`);
  expect(await way(made.location)).toContain("Adaugă mai jos un tip de bilet vizibil.");
  await season.ticketType({ events: [id] });
  expect(await way(made.location)).toContain("Are cel puțin un tip de bilet cu preț.");
  expect(await way(made.location)).toContain(`href="/admin/events/${id}/publish"`);
  await db`UPDATE events SET cancelled_at = now() WHERE id = ${id}`;
  expect(await way(made.location)).toBe("");
});

it("a new artist has the picture of its first form, and none of another site", async () => {
  const url = `/pictures/artists/${one}.webp`;
  await db`INSERT INTO pictures (url, width, height, sources) VALUES (${url}, 1, 1, '[]')`;
  const form = (name: string, image_url: string) =>
    entries({
      ...artist,
      name,
      image_url,
      image_url_alt: "Un chip",
      image_url_titled: "",
      image_url_problem: "",
      image_position: "top",
    });
  expect((await ask("/admin/artists/new", form("Chipul", url))).flash?.[0]).toBe("success");
  expect(
    await db`SELECT image_url, image_position, alt_text FROM artists JOIN pictures ON url = image_url WHERE name = 'Chipul'`,
  ).toEqual([{ image_url: url, image_position: "top", alt_text: "Un chip" }]);
  expect((await ask("/admin/artists/new", form("Străinul", "https://rau.example/x.webp"))).status).toBe(400);
  expect(await db`SELECT image_url FROM artists WHERE name = 'Străinul'`).toEqual([{ image_url: null }]);
});

it("of two versions of a night each field that differs has the name that it has in the form", async () => {
  const id = await season.night({ title: "Două Versiuni" });
  await db`UPDATE events SET version = 2 WHERE id = ${id}`;
  const mine = {
    name: "Altfel",
    title: "Altfel",
    description: "Altfel",
    date: "2030-03-03",
    time: "20:00",
    doors: "19:00",
    ends: "03:00",
    sale_until: "01:00",
    minimum_age: "18",
    address: "Altă stradă",
    directions: "Pe dig.",
    location: "Alt dig",
    capacity: "901",
    artists: singer,
  };
  const { status, text } = await ask(`/admin/events/${id}`, entries({ ...mine, version: "1", opened: "{}" }));
  const names = [...text.matchAll(/<th scope="row">([^<]*)<\/th><td data-side/g)].map(([, name]) => name);
  expect([status, names.length]).toEqual([409, Object.keys(mine).length]);
  expect(names.filter((name) => /^[a-z_]*$/.test(name ?? ""))).toEqual([]);
});

describe("a night that sells", () => {
  it("is asked about before it is made unavailable, from its list and its form alike, and a stop is offered", async () => {
    const id = await season.night({ title: "Se vinde de Probă" });
    await season.ticketType({ events: [id] });
    const off = (ids: string[]) =>
      [...ids.map((one) => ["ids", one]), ["as", "unavailable"]] as [string, string][];
    const isOn = async () => (await db`SELECT is_available FROM events WHERE id = ${id}`)[0].is_available;
    const asked = await ask("/admin/events", off([id]));
    expect([asked.location, await isOn()]).toEqual([`/admin/events/${id}/unavailable`, true]);
    const { text } = await ask(asked.location ?? "");
    expect(text).toContain("Scoți „Se vinde de Probă” de la vânzare?");
    expect(text).toContain(`/admin/status/stops/start?kind=sale&amp;event=${id}`);
    expect((await ask("/admin/events", off([id, unsold]))).flash?.[0]).toBe("error");
    expect(await isOn()).toBe(true);
    const done = await ask(asked.location ?? "", []);
    expect([done.flash, await isOn()]).toEqual([["success", "Event marked as unavailable"], false]);
  });
});

describe("tables", () => {
  beforeAll(comePast);

  it("cut descriptions to 50 characters and show that they did (B15-10)", async () => {
    const long = `${"ș".repeat(50)}ț`;
    const short = "ă".repeat(50);
    for (const [title, description] of [
      ["Lungul", long],
      ["Scurtul", short],
    ] as const) {
      const id = await season.ticketType({ events: [one], family: "season_pass", title });
      await db`UPDATE tickets SET description = ${description} WHERE id = ${id}`;
    }
    const { text } = await ask("/admin/abonamente");
    expect(text).toContain(`>${"ș".repeat(50)}...<`);
    expect(text).toContain(`>${short}<`);
    expect(text).not.toContain(long);
  });

  it("write days as 18.07.2030, and forms in words (B15-13)", async () => {
    await db`UPDATE events SET date = '2030-07-18', time = '22:30' WHERE id = ${one}`;
    expect((await ask("/admin/events?q=Prob")).text).toContain(`${formatShortDate("2030-07-18")} 22:30`);
    expect((await ask(`/admin/events/${one}`)).text).toContain("joi, 18 iulie 2030, 22:30");
  });
});

describe("the bell", () => {
  beforeAll(comePast);

  it("shows how many are unread, lists them, and marks them read (B1-31, B15-15)", async () => {
    const me = await season.person("admin");
    await db`UPDATE profiles SET created_at = now() WHERE id = ${me.userId}`;
    const bell = async () =>
      /<summary[^>]*aria-label="(Notificări[^"]*)"/.exec(
        (await ask("/admin/events", undefined, me.token)).text,
      )?.[1];
    expect(await bell()).toBe("Notificări");
    await db`INSERT INTO letters (id, kind, dedupe_key, recipient, message_id, state, last_error)
       SELECT gen_random_uuid(), 'ticket_confirmation', 'bell ' || n, 'luana@exemplu.ro', 'bell ' || n, 'dead', 'căsuță plină' FROM generate_series(1, 2) n`;
    expect(await bell()).toBe("Notificări: 2 necitite");
    const { text } = await ask("/admin/notifications", undefined, me.token);
    expect(text).toContain("Confirmare bilet către luana@exemplu.ro: căsuță plină");
    const until = /name="until" value="([^"]+)"/.exec(text)?.[1] ?? "";
    expect((await ask("/admin/notifications", [["until", "ieri"]], me.token)).status).toBe(400);
    const marked = await ask("/admin/notifications", [["until", until]], me.token);
    expect(marked.flash).toEqual(["success", "Notificările sunt marcate ca citite"]);
    expect(await bell()).toBe("Notificări");
  });
});

describe("a night added to a pass which was sold", () => {
  beforeAll(comePast);

  async function soldPass() {
    const first = await season.night();
    const pass = await season.ticketType({ events: [first], family: "season_pass", priceId: null });
    const { userId } = await season.person();
    await paidOrder(season.client, {
      userId,
      ticketTypeId: pass,
      events: [first],
      quantity: 2,
      family: "season_pass",
    });
    await db`UPDATE stock_counters SET sold = 2 WHERE id = ANY(${[pass, first]}::uuid[])`;
    const save = async (nights: string[], version: string) => {
      const fixed = { is_season_pass: "1", capacity: "1000", seen_capacity: "1000", seen_left: "998" };
      const typed = { price: "0", quantity_available: "998", version, opened: "{}" };
      const form = typeForm("", { ...fixed, ...typed }).filter(([name]) => name !== "events");
      return ask(`/admin/abonamente/${pass}`, [
        ...form,
        ...nights.map((night): [string, string] => ["events", night]),
      ]);
    };
    return { first, pass, save };
  }

  it("is refused with both numbers beside the nights, keeps the entered text, and can be tried again", async () => {
    const { first, pass, save } = await soldPass();
    const small = await season.night({ title: "Noapte mică", capacity: 1 });
    const refused = await save([first, small], "1");
    expect(refused.status).toBe(409);
    expect(refused.text).toContain(
      "Restul e salvat, dar noaptea nu s-a adăugat: „Noapte mică” are 1 loc liber, iar cine a cumpărat deja are nevoie de 2 locuri.",
    );
    expect(new RegExp(`<input[^>]*value="${small}"[^>]*>`).exec(refused.text)?.[0]).toContain('checked=""');
    expect(refused.text).toMatch(/<input[^>]*name="version"[^>]*value="2"/);
    await db`UPDATE stock_counters SET capacity = 2 WHERE id = ${small}`;
    const saved = await save([first, small], "2");
    expect([saved.status, saved.flash]).toEqual([
      303,
      [
        "success",
        "Abonamentul a fost actualizat cu succes. 1 deținător primește bilet și email pentru noaptea adăugată.",
      ],
    ]);
    const rows =
      await db`SELECT count(*)::int AS n FROM ticket_purchases WHERE ticket_type_id = ${pass} AND event_id = ${small}`;
    expect(rows[0].n).toBe(1);
  });

  it("keeps one of the nights it was sold for", async () => {
    const { save } = await soldPass();
    const refused = await save([await season.night()], "1");
    expect(refused.status).toBe(409);
    expect(refused.text).toContain(
      "Abonamentul e deja vândut: păstrează cel puțin o noapte dintre cele de până acum",
    );
  });
});

it("a description's bold, list and link are shown by its page and its preview; its card, head and facts have the words", async () => {
  const written = "Trei **scene**:\n- [digul](https://dig.ro)\n\nBilet 5 * 2";
  const html =
    /<strong>scene<\/strong>:<\/p>\s*<ul>\s*<li><a href="https:\/\/dig\.ro" rel="nofollow noopener">digul<\/a>/;
  const words = "Trei scene: digul Bilet 5 * 2";
  const id = await season.night({ title: "Noaptea Scrisă" });
  await db`UPDATE events SET description = ${written} WHERE id = ${id}`;
  const [made] =
    await db`INSERT INTO artists (id, name, bio, featured) VALUES (gen_random_uuid(), 'Scris', ${written}, true) RETURNING id`;
  const preview = await ask(`/admin/events/${id}/preview`, entries({ ...night, description: written }));
  expect(preview.text.match(new RegExp(html, "g"))).toHaveLength(2);
  for (const path of [`/events/${id}`, `/artists/${made.id}`]) {
    const page = await (await fetch(origin + path, { headers: { cookie: `session=${admin.token}` } })).text();
    expect(page, path).toMatch(html);
    expect(page, path).toContain(`<meta name="description" content="${words}"/>`);
    expect(page, path).toContain(`"description":"${words}"`);
  }
  expect((await ask("/")).text).toMatch(/artist-card__bio">Trei scene:\s+digul\s+Bilet 5 \* 2</);
});
