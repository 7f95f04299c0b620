import { newId } from "#kernel/id.ts";
import { inDays } from "#test/support/days.ts";
import type { Caller, Kept } from "./hostile-site.ts";

/** One way for texts into the site: a form, a call, the parameters of an address, or headers. */
export type HostileForm = {
  /** With `:night` and the like for ids of the site. */
  readonly path: string;
  readonly method?: "PUT" | "DELETE";
  readonly as: Caller;
  readonly by: "form" | "json" | "query" | "header" | "upload" | "notice" | "path" | "phone";
  /**
   * Every field, with a friendly value; a name with dots is inside an object. `=statement` is the result of that
   * statement at that moment.
   */
  readonly fields: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** Where an accepted text is stored. */
  readonly kept: Readonly<Record<string, Kept>>;
  /** A statement that the database's owner runs before each of them, so that it can be done once more. */
  readonly first?: string;
  /** A value that each call needs for itself alone, such as an unused address. */
  readonly fresh: Readonly<Record<string, () => string>>;
};

/** Fields that several rows have, as `{name}` there. */
const groups: Readonly<Record<string, string>> = {
  night:
    "name=Noapte&title=Noapte de probă&description=O noapte.&date==date&time=23:59&doors=23:58&ends=04:00&sale_until=02:00&minimum_age=18&address=Digul de nord&directions=Pe dig.&location=Plaja Licurici&capacity=1000&artists=[:artist]",
  parts:
    "image_url=&image_url_alt=Afiș&image_url_titled=&image_url_problem=&image_position=center&type_1_id=&type_1_version=&type_1_name=Masă&type_1_kind=entry&type_1_entries=2&type_1_price=110&type_1_quantity=5&type_1_visible=1",
  type: "type=Acces de probă&price=110&entries=1&description=Una.&quantity_available==left&stripe_price_id==price&sale_starts_at=&sale_ends_at=&offer_rank=&is_season_pass=&code_per=person&events=[:night]&requires_code=&is_add_on=&enter_until=&phase_1_id=&phase_1_name=Devreme&phase_1_price=110&phase_1_until==later_time&phase_1_tickets=&phase_2_name=Preț întreg&phase_2_price=110",
  code: "kind=percent&percent=10&amount=&name=Vara&uses=&per_person=&starts_at=&ends_at=&returns_uses=&events=[:night]&types=[:type]",
  mail: "smtp_host=smtp.exemplu.ro&smtp_port=587&username=club&password=parola&from_email=bilete@exemplu.ro&from_name=Club&reply_to=&pop3_host=&pop3_port=",
  words: "subject=Bilet&html_content=<p>Bilet</p>&text_content=Bilet",
  session:
    "email=?&password=nori peste mare&confirm_password=nori peste mare&full_name=Ștefan Vizitator&phone=0722 000 111&request_id=o-apasare",
  alongside:
    "gotrue_meta_security.captcha_token=captcha&code_challenge=c&code_challenge_method=s256&channel=sms",
  phone: "v#=1&device==phone&at#=1",
  row: "seq#=1&mode=offline&entries#=1&list=1",
  returns:
    "success_url=https://x.example/&cancel_url=https://x.example/&captcha_token=x&mode=payment&event_id=:night",
  visitor: "email=?&full_name=Ștefan Vizitator&phone=0722 000 111",
  back: "code=x&state=x&error=x&iss=x&user=x",
};

/**
 * Each row is an address and its fields. `name>place=value` is stored at that place; `name#=value` is no text; `[a]` is a
 * list, `?` an unused address and `?id` an unused id; what follows a second `=` is in `friendly`, or looked up.
 */
const rows: Partial<Record<`${Caller} ${HostileForm["by"]}`, readonly string[]>> = {
  "nobody form": [
    "/register {session}&email_asked=x",
    "/auth/session/register {session}",
    "/login email=?&password=gresita gresita&return_to=/&intent=",
    "/login intent=passkey&response={}&return_to=/",
    "/login/code code=123456",
    "/reset-password token=x&password=nori peste mare&confirm_password=nori peste mare&way=x&factor_code=123456&stop_factor=1",
    "/confirm token=x&intent=password&password=nori peste mare&full_name=Ștefan Nou&phone=0722 000 111",
    "/confirm token=x&intent=new&password=nori peste mare&full_name=Ștefan Nou&phone=0722 000 111",
    "/confirm token=x&intent=pay&total=100",
    "/auth/session/reset email=?",
    "/primeste token=x&intent=accept&full_name=Vlad&email=vlad@exemplu.ro&email_asked=x",
    "/newsletter email=?&return_to=/",
    "/newsletter/confirm token=x",
    "/events/:night ticket_id=:night&quantity=1&intent=apply_code&typed_code=VARA10&slug=luna-plina",
    "/events/:night ticket_id=:night&quantity=1&intent=continue&typed_code=VARA10&slug=luna-plina",
    "/guest {visitor}&total=0&again=&email_asked=&code=&form=&return_to=/events/:night?ticket_id=:type%26quantity=1",
    "/orders email=?",
    "/orders/:night intent=keep&email=nou@exemplu.ro&code=123456&password=o parola lunga&purchase_id=:purchase",
    "/login/back {back}",
  ],
  "nobody query": [
    "/login mode=forgot&next=/profile",
    "/register next=/profile",
    "/register?next=/echipa%3Ftoken=x token=x",
    "/__manifest paths=/,/events&version=x",
    "/login/code next=/profile",
    "/logout to=login",
    "/reset-password token=x",
    "/echipa token=x",
    "/orders/:order/moved/:move token=x",
    "/primeste token=x",
    "/newsletter/unsubscribe token=x",
    "/events/:night code=VARA10",
    "/events q=noapte&period=week&unavailable=1&page=1&offset=0",
    "/events.data _routes=root",
    "/guest next=/events",
    "/orders/:night token=t&code_sent=1",
    "/tickets/:night/qr.svg order=:night&token=t",
    "/auth/v1/token grant_type=password",
    "/auth/v1/authorize provider=google&redirect_to=/&code_challenge==verifier&code_challenge_method=s256&skip_http_redirect=true",
    "/auth/v1/callback state=x&code=x&error=x&error_description=x&iss=x",
    "/auth/v1/logout scope=local",
    "/login/with/google next=/events",
    "/login/back {back}",
  ],
  "nobody json": [
    "/gate/api/enrol text={}&signature==signature&qr=FSC1:",
    "/gate/api/scan text={}&signature==signature&qr=FSC1:",
    "/gate/api/beat text={}&signature==signature&qr=FSC1:",
    "/gate/api/list text={}&signature==signature&qr=FSC1:",
    "/gate/api/guests text={}&signature==signature&qr=FSC1:",
    "/gate/api/log device=:night&rows=[x]",
    "/functions/v1/guest-session {visitor}&captcha_token=x",
    "/auth/v1/signup {alongside}&email=?&phone=&password=nori peste mare&data.full_name=Ana Pop&data.phone=0722000111",
    "/auth/v1/token?grant_type=password {alongside}&email=?&phone=&password=gresita gresita",
    "/auth/v1/token?grant_type=refresh_token refresh_token=x",
    "/auth/v1/token?grant_type=pkce auth_code=x&code_verifier==verifier",
    "/auth/v1/token?grant_type=id_token provider=google&id_token=x&access_token=x&nonce=x&link_identity#=false&client_id=x&issuer=x&gotrue_meta_security.captcha_token=captcha",
    "/auth/v1/verify {alongside}&type=signup&token=123456&token_hash=x&email=a@exemplu.ro&phone=&options=&password=x",
    "/auth/v1/verify type=signup&token=123456&email=nimeni@exemplu.ro",
    "/auth/v1/verify type=recovery&token_hash=x",
    "/auth/v1/recover {alongside}&email=nimeni@exemplu.ro",
    "/auth/v1/otp {alongside}&email=nimeni@exemplu.ro&create_user#=true&data.full_name=Ana",
    "/auth/v1/resend {alongside}&email=nimeni@exemplu.ro&type=signup",
    "/auth/v1/sso domain=x&redirect_to=/&skip_http_redirect#=true&code_challenge==verifier&code_challenge_method=s256&gotrue_meta_security.captcha_token=captcha",
    "/auth/v1/sso provider_id=x&redirect_to=/",
  ],
  "nobody phone": [
    "/gate/api/enrol v#=1&secret==secret&key==key&name=Telefonul de la poartă",
    "/gate/api/scan {phone}&seq#=9&code==code&entries#=1&stamp#=true",
    "/gate/api/beat {phone}&through#=0&yielded==phone&battery#=80",
    "/gate/api/list {phone}&since=1",
    "/gate/api/guests {phone}",
    "/gate/api/log {phone}&{row}&kind=undo&code==code&guest=:night&undoes.device==phone&undoes.seq#=1&reason=other",
    "/gate/api/log {phone}&{row}&kind=sale&sale.type=:night&sale.quantity#=1&sale.bani#=6000&sale.means=cash&sale.receipt=0042",
    "/gate/api/log {phone}&{row}&kind=shift&shift.cash#=6000&shift.opening#=100",
  ],
  "nobody notice": [
    "/webhooks/stripe id=evt_1&type=checkout.session.completed&data.object.id=cs_test_1&data.object.object=x",
  ],
  "nobody header": [
    '/login user-agent=Mozilla/5.0 Firefox/150&cookie=flash=x&referer=/&accept=text/html&x-forwarded-for=203.0.113.7&if-none-match="x"&accept-encoding=br&origin=x&idempotency-key=o-apasare&stripe-signature=t=1,v1=x&authorization=Bearer x&content-type=x&host=x&sec-fetch-site=same-origin&phone-clock=1795890000000&phone-clock-signature=AAAA&if-modified-since=Mon, 23 Nov 2026 10:00:00 GMT',
  ],
  "nobody path": ["/events/:text text=nimic"],
  "customer form": [
    "/auth/session/refresh idle_seconds=1",
    "/profile full_name>customer.name=Ana Pop&phone=0722000111&intent=",
    "/profile intent=resend&purchase_id=:order",
    "/profile/send/:purchase intent=send&friend_name>transfer.name=Vlad&friend_email=&email_asked=x",
    "/primeste token=x&intent=decline",
    "/echipa token=x",
    "/orders/:order/moved/:move intent=keep&sent=1",
    "/profile/security intent=passkey-keep&name=Telefon&response={}&passkey_id=x&session_id=x&new_email=a&understood=",
    "/profile/security intent=change-email&new_email=x&email_asked=x&current_password=x",
    "/profile/security/factor intent=verify&factor_id=:night&uri=otpauth://totp/Fosfor:a@exemplu.ro?secret=JBSWY3DPEHPK3PXP%26issuer=Fosfor&code=123456&secret=",
    "/events/:night ticket_id=:night&quantity=1&intent=buy&request_key=x&captcha_token=x&code=VARA10",
    "/events/:night ticket_id=:night&quantity=1&total=100&nights=&code=VARA10&again=1",
    "/tickets ticket_id=:night&quantity=1&intent=buy&request_key=x&code=VARA10",
    "/season-pass ticket_id=:night&quantity=1&intent=buy&request_key=x&code=VARA10",
    "/purchase/:night ticket_id=:night&quantity=1&request_key=o-apasare",
    "/checkout/:order intent=release",
    "/profile intent=name&purchase_id=:purchase&holder_name=Vlad Popa",
    "/tickets/success intent=name&purchase_id=:purchase&holder_name=Vlad Popa",
  ],
  "customer query": [
    "/profile section=orders&edit=1",
    "/profile order=:order",
    "/profile/security ask=email",
    "/purchase/:night order=:order",
    "/checkout/:order line=1",
    "/tickets/success session_id=cs_test_x&order=:order",
  ],
  "customer json": [
    "/functions/v1/checkout-session {returns}&price_id=price_x&quantity#=1&ticket_id=:night",
    "/functions/v1/checkout-session {returns}&lines=[x]&total#=100&nights=",
    "/functions/v1/send-ticket-confirmation ticket.id=:order&ticket.ticketId=FSC-1&ticket.qrCode=x&ticket.eventTitle=x&ticket.eventDate=x&ticket.eventTime=x&ticket.eventLocation=x&ticket.ticketType=x&ticket.userEmail=x&ticket.userName=x",
    "/functions/v1/send-season-pass-confirmation seasonPass.id=:order&seasonPass.userEmail=x&seasonPass.userName=x&seasonPass.seasonPassId=x&seasonPass.qrCode=x&seasonPass.productName=x",
  ],
  "guest form": [
    "/orders/:guest_order/send/:guest_purchase intent=send&friend_name>transfer.guest_name=Vlad&friend_email=",
  ],
  "bearer json": [
    "PUT /auth/v1/user data.full_name=Ana Pop&phone=0722000111&email=a&nonce=1&password=x&current_password=x",
    "PUT /auth/v1/user data.full_name>bearer.name=Ana Pop&phone=0722000111",
    "/auth/v1/factors factor_type=totp&friendly_name>factor.name=Telefon&issuer=Fosfor&phone=",
    "/auth/v1/factors/:night/verify challenge_id=:night&code=123456",
  ],
  "gate form": [
    "/gate event=:night&nonce=o-apasare-1&code=FSC-1&ticket=&group=ABCD&entries=1&intent=admit-guest&guest=",
  ],
  "gate query": ["/gate event=:night&guests=on&q=ana"],
  "admin form": [
    "/admin/events/:night {night}&name>night.name=Noapte&title>night.title=Noapte de probă&description>night.description=O noapte.&location>night.location=Plaja Licurici&image_url==image_url&image_url_alt>picture.words=Afiș&image_url_titled=1&image_url_problem=&image_position=top&type_1_id=&type_1_version=&type_1_name=Masă&type_1_kind=entry&type_1_entries=2&type_1_price=110&type_1_quantity=5&type_1_visible=1&version==version:night&opened={}&intent=",
    "/admin/events/:night/preview {night}&{parts}&version==version:night&opened={}",
    "/admin/events/new {night}&{parts}&date==later&intent=",
    "/admin/events/:night/duplicate title=Noapte&name=Noapte&date==later&time=22:00&parts=[artists]&types=[:type]",
    "/admin/events/:night/cancel reason=Furtună&used=nobody&code=123456&confirmed=1",
    "/admin/events/:night/guests intent=add&list=:night&name=Ana Pop&quota=&places=6&note=&email=&names=Ana Pop x6&asked=&guest=&was_name=&was_quota=&was_places=&was_note=",
    "/admin/events/:night/messages intent=send&id=?id&kind=service&types=[:type]&at=all&subject>message.subject=Porțile&body>message.body=Deschidem mai devreme.",
    "/admin/events/:night/messages intent=preview&kind=news&types=[]&at=all&subject=Porțile&body=Deschidem mai devreme.",
    "/admin/settlement/rates intent=save&valid_from==later&rate=21",
    "/admin/events/:night/move date==later&time=22:00&doors=21:00&ends=04:00&reason=Furtună&location=Dig&address=Strada Mare 1&directions=Pe dig&code=123456&confirmed=1",
    "/admin/events/:night/publish intent=schedule&day=2020-01-01&time=10:00",
    "/admin/events/:night/opening intent=announce&day=2020-01-01&time=10:00&room=30",
    "/admin/events as=available&ids=[:night]",
    "/admin/events/:night/unavailable ",
    "/admin/artists/:artist name>artist.name=Pelin&bio>artist.bio=Afro.&tagline>artist.tagline=Jos&youtube_link=&version==version:artist&opened={}",
    "/admin/artists/new name=Pelin&bio=Afro.&tagline=Jos&youtube_link=&image_url=&image_url_alt=Chip&image_url_titled=&image_url_problem=&image_position=center",
    "/admin/artists id=:artist&as=featured",
    "/admin/tickets/:type {type}&type>type.name=Acces de probă&description>type.description=Una.&phase_1_name>phase.name=Devreme&capacity==capacity&seen_capacity==capacity&seen_left==left&version==version:type&opened={}",
    "/admin/tickets/new {type}&quantity_available=5&stripe_price_id=&pool=new&pool_name=Plaja&pool_capacity=5",
    "/admin/codes/new {code}&many=set&count=2&prefix=FAR-&code=&key=",
    "/admin/codes/:voucher {code}&version==version:voucher&opened={}",
    "/admin/codes as=off&ids=[:voucher]",
    "/admin/tickets as=shown&ids=[:type]",
    "/admin/tickets/:type/price how=check",
    "/admin/abonamente/:type/quick as=off",
    "/admin/artists/:artist/picture image_url==image_url&image_url_alt>picture.words=O mare&image_url_titled=1&image_url_problem=&image_position=top",
    "/admin intent=skip&step=hero",
    "/admin/content hero_title>hero.title=Far&hero_subtitle>hero.subtitle=Sub&hero_cta_text>hero.cta_text=Cumpara&background_url=&background_url_alt=&background_url_problem=&about_title>about.title=Despre&about_content>about.content=Un club.&hero_version==content:hero&about_version==content:about&intent=",
    "/admin/content/footer description>footer.description=Nopți de vară.&address>footer.address=Plaja&phone=&email=&copyright>footer.copyright=Toate drepturile rezervate.&instagram=&facebook=&twitter=&footer_version==content:footer",
    "/admin/brand short_name>club.short_name=Far&full_name>club.full_name=Clubul Far&trader>club.trader=Far SRL&company>club.company=Far SRL&company_code=RO12345674&register_no>club.register_no=J13/1/2020&seat>club.seat=Plaja&guests=da&logo_url=&logo_url_alt=&logo_url_problem=&light=#ff8a4c&signal=#38f2c0&club_version==content:club&brand_version==content:brand",
    "/admin/content/legal/terms title>legal.title=Termeni&intro>legal.intro=Citește.&notice>legal.notice=Important.&body>legal.body=Un paragraf.&terms_version==content:terms",
    "/admin/email/templates/:template {words}&subject>template.subject=Bilet&html_content>template.html=<p>Bilet</p>&text_content>template.text=Bilet&name=&part=html&intent=&based_on==version:template",
    "/admin/email/templates/new {words}&name=proba&part=html&based_on=&intent=preview",
    "/admin/email/config regular_ticket=x&season_pass=x&welcome_email=x",
    "/admin/email/outbox intent=retry&letter_id=:night&purchase_id=:purchase&other_address=a@exemplu.ro",
    "/admin/email {mail}&smtp_port=1&enabled=on&intent=&opened={}",
    "/admin/customers/:customer intent=note&note>customer.note=Vine mereu devreme.&note_id=:order&email=a@exemplu.ro&current_password=parola veche&passkey_response=",
    "/admin/customers/:customer intent=address&email=a@exemplu.ro&email_asked=x",
    "/admin/purchases intent=rename&purchase_id=:purchase&name>holder.name=Ana Pop",
    "/admin/purchases intent=resend&purchase_id=:purchase&email=a@exemplu.ro&current_password=parola veche&passkey_response=",
    "/admin/purchases intent=refund&order_id=:order&kind=part.1&tickets=9&amount=20&seats=:order&why=goodwill&note=De la noi&restock=1&used=0&left=11000 1",
    "/admin/purchases intent=invite&ticket=:type::night&quantity=1&because=Presă&email=nimeni@exemplu.ro&name=Presa&key=cheie-de-formular",
    "/admin/reconciliation intent=recheck&order_id=:order",
    "/admin/team intent=appoint&email=ana@exemplu.ro&role=gate&member=:night&invitation=:night&demands_factor=da&refund_limit=200&opened={}",
    "/admin/notifications until=2026-01-01T00:00:00.000000Z",
    "/admin/status/stops/start?kind=refunds&event=:night cause=Altul&details>stop.reason=Furtună&until=",
    "/admin/status/stops lift=:night",
    "/gate/nights/:night/orders intent=admit&ticket=:purchase&nonce=nonce-0001&entries=1&reason=other",
    "/gate/nights/:night/gates intent=save&gate=&was=&name=Poarta&types=[:type]&typeIds=&mode=&phone=&sure=",
    "/gate/nights/:night/after of=:purchase&entered=2&word=aceeași persoană",
    "/gate/nights/:night/sale intent=aside&phone=:night&type=:type&quantity=3&share=:night&aside=0",
    "/gate/nights/:night/sale intent=close&phone=:night&cash=10",
  ],
  "admin query": [
    "/admin/events/:night/guests q=ana&list=:night&gate=in&edit=:night",
    "/admin/guests.csv event=:night&list=:night",
    "/admin/settlement from=2026-07-01&to=2026-07-31",
    "/admin/settlement.csv event=:night&from=2026-07-01&to=2026-07-31",
    "/admin/settlement.pdf event=:night",
    "/admin/events q=noapte&when=coming&status=active&sort=date&dir=asc&page=1",
    "/admin/events/:night/history before=1",
    "/admin/security kind=login_locked&person=:night&before=1",
    "/admin/artists q=pelin&only=featured&page=1",
    "/admin/codes q=vara&night=:night&kind=percent&state=on&page=1",
    "/admin/code-list.csv set=:voucher",
    "/admin/codes/new many=set",
    "/admin/tickets/new event=:night",
    "/admin/tickets q=intrare&filter=all&night=:night&sort=night&dir=asc&page=1",
    "/admin/email/templates/:template edit=1&delete=",
    "/admin/email/outbox q=ioana&status=sent&open=:night&view=words&page=1",
    "/admin/customers/:customer page=2",
    "/admin/purchases q=ana&event=:night&status=used&type=Intrare&payment=paid&since=2026-07-01&only=counted&sort=date&dir=asc&act=invite&open=:order&page=on.:order&seat=:order",
    "/admin/purchases.csv q=ana&event=:night&status=used&type=Intrare&payment=paid&since=2026-07-01&only=counted",
    "/admin/reports.csv q=ana&event=:night&type=Intrare&period=30",
    "/admin/reports period=30&event=:night&type=Intrare&page=on.:order&q=ana",
    "/admin/team edit=:night",
    "/admin/search q=ana",
    "/admin/events/:night/messages changed=place-age",
    "/admin/status/stops/start kind=refunds&event=:night&eventId=&reason=&until=",
    "/gate/nights/:night/orders q=ana",
  ],
  "admin json": [
    "/functions/v1/send-test-email smtp_host=smtp.exemplu.ro&smtp_port#=1&username=club&password=parola&from_email=bilete@exemplu.ro&from_name=Club&reply_to=&pop3_host=&pop3_port=&id=&enabled#=true",
    "/functions/v1/resend-purchase-confirmation purchaseId=:order&email=a@exemplu.ro",
  ],
  "admin upload": [
    "/admin/pictures/events alt_text=O mare&file=mare.png",
    "/admin/content background_url_file=mare.png&background_url_folder=events&background_url_alt=&background_url_none=",
  ],
};

const secret = (length: number) => "A".repeat(length);
const friendly: Readonly<Record<string, string>> = {
  later: inDays(500),
  later_time: `${inDays(500)}T10:00`,
  signature: secret(86),
  key: `B${secret(86)}`,
  secret: secret(43),
  verifier: secret(43),
  code: "0".repeat(64),
  // the phone that the sender enrols
  phone: "=SELECT id::text FROM gate_devices WHERE name = 'Proba' LIMIT 1",
  date: "=SELECT date::text FROM events WHERE id = :night",
  // the night's own picture, which a form without it would take away
  image_url: "=SELECT image_url FROM events WHERE id = :night",
  price: "=SELECT stripe_price_id FROM tickets WHERE id = :type",
  capacity: "=SELECT capacity::text FROM stock_counters WHERE id = :type",
  left: "=SELECT (capacity - sold - held)::text FROM stock_counters WHERE id = :type",
};
const tables: Readonly<Record<string, string>> = {
  night: "events",
  artist: "artists",
  type: "tickets",
  voucher: "vouchers",
  template: "email_templates",
};
const first: Readonly<Record<string, string>> = {
  "/admin/events/:night/messages":
    "UPDATE night_messages SET at = at - interval '1 day' WHERE event_id = :night",
  "/admin/status/stops/start":
    "UPDATE stops SET lifted_at = now(), lifted_by = started_by WHERE event_id = :night AND lifted_at IS NULL",
};

let made = 0;
const fresh: Readonly<Record<string, () => string>> = {
  "?": () => `nou-${++made}@exemplu.example`,
  "?id": () => newId(),
};

/** The value of a row, without what makes it fresh at each call. */
function friendlyValue(written: string): HostileForm["fields"][string] {
  if (written.startsWith("[")) return written.slice(1, -1).split(",").filter(Boolean);
  const [, what = "", which = ""] = /^=(\w+)(?::(\w+))?$/.exec(written) ?? [];
  if (what === "version") return `=SELECT version::text FROM ${tables[which]} WHERE id = :${which}`;
  if (what === "content")
    return `=SELECT coalesce((SELECT version FROM site_content WHERE key = '${which}'), 0)::text`;
  return what ? (friendly[what] as string) : written.replaceAll("%26", "&");
}

function formOf(as: Caller, by: HostileForm["by"], row: string): HostileForm {
  const [, method, path = "", written = ""] = /^(?:(PUT) )?(\S+) (.*)$/.exec(row) ?? [];
  const form = { fields: {}, kept: {}, fresh: {} } as Record<
    "fields" | "kept" | "fresh",
    Record<string, never>
  >;
  const parts = written.replaceAll(/\{(\w+)\}/g, (_, name: string) => groups[name] ?? "").split("&");
  for (const part of parts) {
    const [, name = "", kept, isNoText, value = ""] = /^([^=>#]+)(?:>([^=]+))?(#)?=(.*)$/s.exec(part) ?? [];
    form.fields[name] = (isNoText ? JSON.parse(value) : friendlyValue(value)) as never;
    if (kept) form.kept[name] = kept as never;
    if (fresh[value]) form.fresh[name] = fresh[value] as never;
  }
  const once = by === "form" && first[path.replace(/\?.*/, "")];
  return { path, as, by, ...form, ...(method ? { method: "PUT" } : {}), ...(once ? { first: once } : {}) };
}

/** Every form of the site. */
export const hostileForms: readonly HostileForm[] = Object.entries(rows).flatMap(([caller, addresses]) => {
  const [as, by] = caller.split(" ") as [Caller, HostileForm["by"]];
  return addresses.map((row) => formOf(as, by, row));
});
