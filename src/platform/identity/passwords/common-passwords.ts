// Written by hand: the passwords that people choose most, in English and Romanian. Every entry is lower case.

/** Each word is refused alone and with a number behind it. */
const words = `password passwort parola parolamea parolanoua iloveyou teiubesc iubire iubirea iubita iubitul dragoste dragostea admin
administrator welcome binevenit bunvenit qwerty qwertz qwertyuiop azerty asdfgh asdfghjkl zxcvbn zxcvbnm monkey dragon master letmein
login sunshine soare princess printesa football fotbal baseball basketball hockey soccer superman batman spiderman pokemon naruto
minecraft fortnite roblox shadow michael jordan jennifer jessica ashley daniel daniela andrei andreea alexandru alexandra maria mariana
ioana ionut marian mihai mihaela gabriel gabriela cristi cristian cristina stefan stefania elena adrian adriana florin florina bogdan
catalin catalina razvan george georgiana vasile nicolae nicoleta valentin valentina robert roberta denisa diana bianca simona monica
raluca roxana ramona oana laura lavinia larisa claudia claudiu ciprian constantin costel costin danut dragos eduard emanuel emanuela
emilia eugen felicia flavius iulian iuliana irina liliana liviu lorena lucian luciana madalina magdalena marius matei miruna narcis
natalia octavian ovidiu patricia paula petru petronela rebeca sabina sebastian sergiu silviu silvia sorin sorina teodor teodora tiberiu
tudor veronica victor victoria violeta viorel viorica vlad vladut camelia carmen corina cosmin charlie thomas hunter killer trustno
computer calculator internet samsung iphone android google facebook instagram whatsapp youtube yahoo hotmail gmail microsoft windows linux
apple orange vodafone telekom digi romania bucuresti bucharest cluj timisoara iasi constanta craiova brasov oradea sibiu ploiesti mamaia
vamaveche litoral steaua steauabucuresti dinamo rapid rapidbucuresti cfrcluj universitatea barcelona realmadrid madrid chelsea arsenal
liverpool manchester juventus milan ferrari mercedes porsche lamborghini mustang corvette harley yamaha honda toyota dacia logan audi bmw
flower floare floarea floricica butterfly fluture fluturas chocolate ciocolata cookie cookies cheese banana capsuni capsuna summer vara
winter iarna spring primavara autumn toamna ianuarie februarie martie aprilie iunie iulie august septembrie octombrie noiembrie decembrie
january february march april june july september october november december monday tuesday wednesday thursday friday saturday sunday luni
marti miercuri vineri sambata duminica mother father mama mamica mamamea mamaliga tata taticu tatal bunica bunicu familia familiamea
family freedom libertate fericire fericita happy secret secrets secreta access abc abcd abcde abcdef abcdefg abcdefgh starwars matrix
phoenix eagle tiger leopard panther lion angel angels ingeras ingerul devil diavol heaven ninja samurai warrior hello salut salutare
whatever nothing nimic nimeni test tester testing guest user username demo changeme default temp temporary pass passw changethis loveme
lovely lover lovers forever friends prieten prietena prieteni friend babygirl babyboy baby bebe bebelus bebita pisica pisicuta pisoi catel
catelus caine cainele motanel ursulet iepuras stelu stelute steluta stea luna lunaplina cerul marea marinel dumnezeu doamne isus hristos
jesus christ jesuschrist blessed church biserica credinta speranta viata viatamea lumina money bani banii dollar euro million milion
jackpot lucky noroc norocel poker casino player gamer gaming counter counterstrike music muzica muzicamea metallica nirvana eminem
rammstein guitar chitara piano dance danser party petrecere club festival concert bilete ticket tickets estival fosfor`;

/** The numbers behind a word. */
const tails = "1 2 3 7 12 22 23 69 77 99 123 321 1234 12345 123456 2000 2010 2020 2024 2025 2026";

/** Refused as they are; eight characters or more. */
const phrases = `passw0rd p@ssw0rd p@ssword pa$$word pa55word p4ssw0rd p@$$w0rd p@ssword1 p@ssw0rd1 password! par0la123 admin@123
admin1234! abc123abc a1b2c3d4 a1b2c3d4e5 a1s2d3f4 aa123456 aa12345678 a123456789 a12345678 a1234567 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6
q12345678 1qazxsw2 1qaz!qaz qazwsxedc qazwsx123 qazxsw21 zaq12wsx zaq1xsw2 zaq!2wsx 1234qwer 12345qwert 123456qwerty 123qweasd
123qweasdzxc qwe123qwe qweasdzxc qweasd123 qwer1234 qwert123 qwert12345 asdf1234 asdf12345 asdf;lkj asdqwe123 asd123asd zxcv1234 mnbvcxz1
123abc123 123456abc 1234abcd 12345abcde 123456789a 123456789q 123456789abc 12345678a 12345678q 1234567a 1234567q 123123abc letmein!
iloveyou! iloveu123 iloveyouso ilovegod ilovehim iloveher iloveme1 lovelove loveyou1 love1234 love12345 teiubescmult teiubescmami
iubireamea iubireamea1 dragosteamea sufletel sufletelmeu ingerasul ingerasulmeu printesamea viataefrumoasa soarele1 soarelemeu laptelapte
correcthorsebatterystaple opensesame sesamdeschidete thisisapassword mypassword mypassword1 yourpassword newpassword nopassword
thepassword parolata parolasecreta nuamparola nustiuparola amuitatparola amuitat123 faraparola parola.123 parola_123 schimbama schimbama1
changeit topsecret testtest1 root1234 rootroot toortoor admin1admin superuser superadmin supervisor sysadmin websolutions p455w0rd
letmeinnow iamgod123 fuckyou1 fuckyou123 fuckyou! fuckoff1 asshole1 bitch123 rockstar rockyou1 rock2rock liverpoolfc manutd123 ronaldo7
cristiano7 messi1010 steaua1986 steaua86 dinamo1948 rapid1923 forzasteaua haisteaua haidinamo romaniamea cluj-napoca summer2023 winter2023
dragonball dragonballz familia4 mamatata mamasitata mama&tata forever21 porsche911 dacialogan bmwm3bmw blink182 slipknot metalica
linkinpark counter-strike leagueoflegends worldofwarcraft callofduty 123456789! 12345678! 1234567! 123456!! 1234!@#$ 12345!@#$% !@#$%^&*
!@#$1234 !qaz2wsx @dm1n123 abc@1234 abc123!! abc!@#123 india@123 pass@123 pass@1234 pass1word qwer!@#$ qwerty!@# welcome@1 letmein@123
google@123 hello@123 aaa111aaa`;

/** Rows and patterns of the keyboard, of which every part of eight characters is refused, in both directions. */
const rows = `1234567890 0123456789 qwertyuiop asdfghjkl zxcvbnm qwertzuiop azertyuiop abcdefghijklmnopqrstuvwxyz 147258369 159753
789456123 741852963 1qaz2wsx3edc4rfv5tgb 1q2w3e4r5t6y7u8i9o0p 112233445566778899 1122334455 11223344 13579246810 24681012 31415926535
14789632 12369874 123654789 147852369 102030405060 10203040 12344321 1234554321 123454321 12341234 123412345 123123123 123321123321
456456456 789789789 121212121212 131313131313 101010101010 232323232323 696969696969 420420420 007007007 19191919 20202020 20242024
20252025 20262026`;

const shortest = 8;

/** All entries, made once when first needed: words with numbers and years, phrases, rows of the keyboard. */
function collectPasswords(): Set<string> {
  const passwords = new Set<string>();
  const add = (text: string) => {
    if (text.length >= shortest) passwords.add(text);
  };
  for (const word of words.split(/\s+/)) {
    for (const tail of ["", ...tails.split(" ")]) add(word + tail);
    add(word + word);
  }
  for (const phrase of phrases.split(/\s+/)) add(phrase);
  for (const row of rows.split(/\s+/)) {
    const back = [...row].reverse().join("");
    for (const sequence of [row, back]) {
      for (let from = 0; from <= sequence.length - shortest; from++)
        for (let to = from + shortest; to <= sequence.length; to++) add(sequence.slice(from, to));
      for (const part of [sequence.slice(0, 4), sequence.slice(0, 5), sequence.slice(0, 6)]) add(part + part);
    }
  }
  return passwords;
}

let entries: Set<string> | undefined;

/** Whether attackers try a password first: listed, one character or pair repeated, or a date of eight digits. */
export function isCommonPassword(password: string): boolean {
  entries ??= collectPasswords();
  const text = password.toLowerCase();
  return (
    entries.has(text) ||
    /^(.)(.?)(?:\1\2)*\1?$/su.test(text) ||
    /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])(19|20)\d\d$/.test(text) ||
    /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(text)
  );
}

/** How many passwords the list names. */
export function countOfCommonPasswords(): number {
  entries ??= collectPasswords();
  return entries.size;
}
