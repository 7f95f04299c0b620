/** The e-mail screens of administrators: who may open them, what they show on an error, and what they never show. */
import { beforeAll, describe, expect, it } from "vitest";
import { openAttackedSite } from "./attacked-site.ts";

const { owner, season, attack } = await openAttackedSite();
const admin = await season.person("admin");
const stranger = await season.person("admin");
// this session has just given its password; the stranger's has not
await owner.query("UPDATE identity.session SET confirmed_at = now() WHERE user_id = $1", [admin.userId]);

const canary = "canar-7741";
const settings = {
  smtp_host: "smtp.exemplu.ro",
  smtp_port: "587",
  username: "club",
  password: canary,
  from_email: "bilete@exemplu.ro",
  from_name: "Club de probă",
  enabled: "on",
};
const post = (path: string, form: Record<string, string>, as = admin) => attack(path, { form, as });
const save = (more: Record<string, string> = {}, as = admin) =>
  post("/admin/email", { ...settings, ...more }, as);
const rows = async () => (await owner.query("SELECT * FROM email_settings")).rows;
const templateId = async (name: string) =>
  (await owner.query("SELECT id FROM email_templates WHERE name = $1", [name])).rows[0]?.id;

describe("the settings of mail", () => {
  it("are saved only after the password was given again; the entered text stays", async () => {
    const asked = await save({}, stranger);
    expect(asked.status).toBe(403);
    expect(asked.text).toContain('name="current_password"');
    expect(asked.text).toContain('value="smtp.exemplu.ro"');
    expect(asked.text).not.toContain(canary);
    expect(await rows()).toEqual([]);
  });

  it.each([
    [{ smtp_host: "", username: "", from_name: "" }, 3, "Acest câmp este obligatoriu"],
    [{ from_email: "salut@", reply_to: "x" }, 2, "Adresa de email invalidă"],
    [{ smtp_port: "587; x" }, 1, "Portul este un număr"],
    [{ smtp_host: "169.254.169.254" }, 1, "rețeaua internă nu este permisă"],
    [{ smtp_port: "6379" }, 1, "Porturile permise sunt"],
  ])("B10-12, B10-13, B10-16: %j is refused beside its field", async (more, count, sentence) => {
    const refused = await save(more as Record<string, string>);
    expect(refused.status).toBe(422);
    expect(refused.text.split(sentence).length - 1).toBeGreaterThanOrEqual(count);
    expect(refused.text).not.toContain(canary);
    expect(await rows()).toEqual([]);
  });

  it("B10-14, B10-15, B10-25, B14-50: are saved, shown again without the password, and the password is kept when its field stays empty", async () => {
    expect(await save()).toMatchObject({ status: 303, location: "/admin/email" });
    const page = await attack("/admin/email", { as: admin });
    const dataAlone = await attack("/admin/email.data", { as: admin });
    for (const { text } of [page, dataAlone]) {
      expect(text).toContain("smtp.exemplu.ro");
      expect(text).not.toContain(canary);
    }
    expect((await save({ password: "", reply_to: "salut@exemplu.ro" })).status).toBe(303);
    const [row] = await rows();
    expect(row).toMatchObject({ reply_to: "salut@exemplu.ro" });
    expect(JSON.stringify(row)).not.toContain(canary);
    const moved = await save({ password: "", smtp_host: "smtp.altul.ro" });
    expect(moved.status).toBe(422);
    expect(moved.text).toContain("Reintrodu parola");
  });

  it("while they are off, administrators see it on every screen, and sign-up names a known address", async () => {
    expect((await attack("/admin/events", { as: admin })).text).not.toContain("Scrisorile sunt oprite");
    const { enabled: _, ...off } = settings;
    expect((await post("/admin/email", off)).status).toBe(303);
    expect((await attack("/admin/events", { as: admin })).text).toContain("Scrisorile sunt oprite.");
    const account = {
      full_name: "Nou Venit",
      phone: "0722000111",
      email: "nou@exemplu.ro",
      password: "nori peste mare",
      confirm_password: "nori peste mare",
    };
    await attack("/register", { form: account });
    const again = await attack("/register", { form: account });
    expect(again.text).toContain("Acest email este deja inregistrat");
    // no confirmation is needed while no email can be sent
    expect(
      (await attack("/login", { form: { email: account.email, password: account.password } })).status,
    ).toBe(303);
    const reset = await attack("/login?mode=forgot", { form: { email: account.email } });
    expect(reset.text).toContain("Nu s-a putut trimite email-ul de resetare a parolei");
    await save();
    const asked = await attack("/login", { form: { email: account.email, password: account.password } });
    expect(asked.status).toBe(403);
    expect((await attack("/admin/events", { as: admin })).text).not.toContain("Scrisorile sunt oprite");
  });

  it("F30: a pause is shown on every screen, and lifted with one click", async () => {
    await owner.query("INSERT INTO mail_pause (reason) VALUES ('EAUTH 535')");
    expect((await attack("/admin/events", { as: admin })).text).toMatch(
      /Scrisorile sunt oprite de la [^<]*: serverul a refuzat parola\./,
    );
    expect((await attack("/admin/email/outbox", { as: admin })).text).toContain("Pornește trimiterea");
    expect((await post("/admin/email/outbox", { intent: "resume" })).status).toBe(303);
    expect((await owner.query("SELECT FROM mail_pause")).rowCount).toBe(0);
  });
});

describe("on an error", () => {
  beforeAll(() => save());
  const broken = async (how: string, mend: string, work: () => Promise<void>) => {
    await owner.query(how);
    try {
      await work();
    } finally {
      await owner.query(mend);
    }
  };
  const cannotWrite = (table: string, work: () => Promise<void>) =>
    broken(
      `ALTER TABLE ${table} ADD CONSTRAINT broken CHECK (false) NOT VALID`,
      `ALTER TABLE ${table} DROP CONSTRAINT broken`,
      work,
    );

  it.each([
    ["email_settings", ["/admin/email"]],
    ["email_templates", ["/admin/email/templates", "/admin/email/config"]],
    ["letters", ["/admin/email/outbox"]],
  ] as const)("B14-19: the screens that read %s show so", (table, pages) =>
    broken(`ALTER TABLE ${table} RENAME TO gone`, `ALTER TABLE gone RENAME TO ${table}`, async () => {
      for (const page of pages) {
        const answer = await attack(page, { as: admin });
        expect(answer.status).toBe(500);
        expect(answer.text).toContain("S-a produs o eroare la încărcarea setărilor de email");
      }
    }),
  );

  it("B14-20: settings that could not be saved keep the entered text", () =>
    cannotWrite("email_settings", async () => {
      const answer = await save({ from_name: "Nume nou" });
      expect(answer.status).toBe(500);
      expect(answer.text).toContain("Eroare la salvarea setărilor de email");
      expect(answer.text).toContain('value="Nume nou"');
    }));

  it("B13-16: what the database forbids has its own sentence", () =>
    broken(
      "REVOKE INSERT, UPDATE ON email_settings FROM app_admin",
      "GRANT INSERT, UPDATE ON email_settings TO app_admin",
      async () => {
        const answer = await save({ from_name: "Nume nou" });
        expect(answer.status).toBe(403);
        expect(answer.text).toContain("Permisiune refuzată: Nu aveți privilegiile admin necesare.");
      },
    ));

  it("B14-22: a test email that could not be sent at all", () =>
    cannotWrite("journal", async () => {
      const answer = await post("/admin/email", {
        ...settings,
        smtp_host: "posta.fosfor.example",
        intent: "test",
      });
      expect(answer.status).toBe(500);
      expect(answer.text).toContain("Nu s-a putut trimite emailul de test");
    }));

  it("B14-21: a test email that failed on its way names the step", async () => {
    const answer = await post("/admin/email", {
      ...settings,
      smtp_host: "nimeni.exemplu.invalid",
      intent: "test",
    });
    expect(answer.text).toContain(
      "Eroare la trimiterea emailului: serverul nu răspunde la adresa și portul acestea",
    );
    expect(answer.text).toContain("Serverul nu răspunde");
    expect(answer.text).not.toMatch(/ENOTFOUND|ECONN/);
  });

  it("B14-23 to B14-26: templates and their choice that could not be written", async () => {
    const id = await templateId("welcome_email");
    const words = { subject: "Bun venit", html_content: "<p>Salut, {{customer_name}}</p>", text_content: "" };
    await cannotWrite("email_templates", async () => {
      const saved = await post(`/admin/email/templates/${id}?edit=1`, { ...words, based_on: "1" });
      expect(saved.status).toBe(500);
      expect(saved.text).toContain("Eroare la salvarea șablonului de email");
      expect(saved.text).toContain("&lt;p&gt;Salut, {{customer_name}}&lt;/p&gt;");
      const made = await post("/admin/email/templates/new", { ...words, name: "al_meu" });
      expect(made.status).toBe(500);
      expect(made.text).toContain("Eroare la crearea șablonului de email");
    });
    await broken(
      "CREATE TRIGGER stuck BEFORE DELETE ON email_templates FOR EACH ROW EXECUTE FUNCTION append_only()",
      "DROP TRIGGER stuck ON email_templates",
      async () => {
        const gone = await post(`/admin/email/templates/${id}`, { intent: "delete" });
        expect(gone.status).toBe(500);
        expect(gone.text).toContain("Eroare la ștergerea șablonului de email");
      },
    );
    await cannotWrite("site_content", async () => {
      const chosen = await post("/admin/email/config", {
        regular_ticket: "ticket_confirmation",
        season_pass: "season_pass_confirmation",
        welcome_email: "welcome_email",
      });
      expect(chosen.status).toBe(500);
      expect(chosen.text).toContain("Eroare la salvarea configurației de șabloane");
    });
  });
});

describe("templates", () => {
  const words = { subject: "Bilet", html_content: "<p>{{ticket_code}}</p>", text_content: "" };

  it("B10-17, B10-20, B14-53: are created under the address new; nothing typed is lost when a field is missing", async () => {
    const missing = await post("/admin/email/templates/new", { ...words, name: "", subject: "" });
    expect(missing.status).toBe(422);
    expect(missing.text).toContain("Te rugăm să completezi toate câmpurile obligatorii");
    expect(missing.text).toContain("&lt;p&gt;{{ticket_code}}&lt;/p&gt;");
    const made = await post("/admin/email/templates/new", { ...words, name: "al_meu" });
    expect(made).toMatchObject({
      status: 303,
      location: `/admin/email/templates/${await templateId("al_meu")}`,
    });
    const twice = await post("/admin/email/templates/new", { ...words, name: "al_meu" });
    expect(twice.status).toBe(409);
    expect(twice.text).toContain("Există deja un șablon cu acest nume");
  });

  it("B10-01, B10-03, B10-04, B10-05, B10-10: have tabs, a button to add one, an editor of name, subject, HTML and text, and a list of variables", async () => {
    const { text } = await attack("/admin/email/templates/new", { as: admin });
    for (const tab of ["Setări server", "Șabloane", "Configurare șabloane"])
      expect(text).toContain(`>${tab}</a>`);
    for (const field of ["name", "subject", "html_content", "text_content"])
      expect(text).toContain(`name="${field}"`);
    const listed = /class="variable-chips">(.*?)<\/ul>/s.exec(text)?.[1] ?? "";
    expect([...listed.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)).toEqual(
      "customer_name event_name event_date event_time event_location ticket_type quantity total_price ticket_code qr_code_url ticket_list".split(
        " ",
      ),
    );
    const shown = await attack("/admin/email/templates", { as: admin });
    expect(shown.text).toContain("<summary>Cod HTML</summary>");
    expect(shown.text).toContain('href="/admin/email/templates/new"');
  });

  it("B10-08, B10-23, B10-22, B10-21, B15-11: are shown by their words, deleted only after a question, and have a size", async () => {
    await post("/admin/email/templates/new", { ...words, name: "al_lor" });
    const id = await templateId("al_lor");
    const page = await attack(`/admin/email/templates/${id}`, { as: admin });
    for (const title of ["Al Lor", "Ticket Confirmation", "Season Pass Confirmation", "Welcome Email"])
      expect(page.text).toContain(title);
    expect(page.text).toContain('sandbox="allow-same-origin"');
    expect(page.text).toMatch(/<iframe[^>]* height="500"/);
    expect((await attack(`/admin/email/templates/${id}?delete=1`, { as: admin })).text).toContain(
      "Sigur doriți să ștergeți acest șablon?",
    );
    const big = await post(`/admin/email/templates/${id}?edit=1`, {
      ...words,
      html_content: "x".repeat(300_000),
    });
    expect(big.status).toBe(413);
    const stale = await post(`/admin/email/templates/${id}?edit=1`, { ...words, based_on: "9" });
    expect(stale.status).toBe(409);
    expect(stale.text).toContain("Altcineva a salvat între timp");
    const gone = await post(`/admin/email/templates/${id}`, { intent: "delete" });
    expect(gone).toMatchObject({
      status: 303,
      location: `/admin/email/templates/${await templateId("ticket_confirmation")}`,
    });
  });
});

describe("the outbox", () => {
  it("I19, F9: shows an email whose sender died twice, and sends it again with one click", async () => {
    const { rows: made } = await owner.query(
      `INSERT INTO letters (id, kind, dedupe_key, recipient, message_id, state, attempts, interruptions, last_error, tries)
       VALUES (gen_random_uuid(), 'welcome_email', 'dead', 'moarta@exemplu.ro', '<dead@x>', 'dead', 2, 2, 'interrupted while at the mail server',
         '[{"at": "2027-07-17T19:01:00Z", "what": "put_off", "reason": "450 mai târziu", "minutes": 1}, {"at": "2027-07-17T19:12:00Z", "what": "interrupted", "reason": "", "minutes": 0}]') RETURNING id`,
    );
    const { id } = made[0];
    // the mailbox takes nothing during this test
    await owner.query("INSERT INTO mail_pause (reason) VALUES ('de probă')");
    const list = await attack("/admin/email/outbox?status=failed", { as: admin });
    expect(list.text).toContain("moarta@exemplu.ro");
    expect(list.text).toContain("Eșuată");
    const open = await attack(`/admin/email/outbox?open=${id}`, { as: admin });
    expect(open.text).toContain("Retrimite acum");
    expect(open.text).toContain("s-a oprit de două ori");
    expect(open.text).toMatch(
      /timeline[\s\S]*Serverul nostru s-a oprit[\s\S]*17\.07\.2027, 22:12[\s\S]*450 mai târziu[\s\S]*din nou peste 1 minut[\s\S]*Pusă la rând/,
    );
    const shown = await attack(`/admin/email/outbox?open=${id}&view=words`, { as: admin });
    expect(shown.text).toMatch(/<iframe[^>]*sandbox="allow-same-origin"[^>]*srcDoc="[^"]*Bine ai venit/i);
    expect(shown.text).toContain("default-src &#x27;none&#x27;");
    const wrong = await post(`/admin/email/outbox?open=${id}`, {
      intent: "retry",
      letter_id: id,
      other_address: "nicio adresă",
    });
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining("Adresa nu este validă.")]);
    expect(wrong.text).toContain('value="nicio adresă"');
    expect((await post("/admin/email/outbox", { intent: "retry", letter_id: id })).status).toBe(303);
    const { rows: now } = await owner.query("SELECT state, attempts FROM letters WHERE id = $1", [id]);
    expect(now).toEqual([{ state: "queued", attempts: 0 }]);
  });
});
