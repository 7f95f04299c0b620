// Written by hand: the passwords that people choose most, in English and Romanian. Every entry is lower case.

/** Each word is refused alone and with a number behind it. */
const words = `password passwort parola parolamea parolanoua iloveyou teiubesc iubire iubirea iubita iubitul dragoste dragostea dragoste
admin administrator welcome binevenit bunvenit qwerty qwertz qwertyuiop azerty asdfgh asdfghjkl zxcvbn zxcvbnm monkey dragon master
letmein login sunshine soare princess printesa football fotbal baseball basketball hockey soccer superman batman spiderman pokemon
naruto minecraft fortnite roblox shadow michael jordan jennifer jessica ashley daniel daniela andrei andreea alexandru alexandra
alexandra maria mariana ioana ionut marian mihai mihaela gabriel gabriela cristi cristian cristina stefan stefania elena adrian adriana
florin florina bogdan catalin catalina razvan george georgiana vasile nicolae nicoleta valentin valentina robert roberta denisa diana
bianca simona monica raluca roxana ramona oana laura lavinia larisa claudia claudiu ciprian constantin costel costin danut dragos
eduard emanuel emanuela emilia eugen felicia flavius iulian iuliana irina liliana liviu lorena lucian luciana madalina magdalena
marius matei miruna narcis natalia octavian ovidiu patricia paula petru petronela rebeca sabina sebastian sergiu silviu silvia sorin
sorina teodor teodora tiberiu tudor veronica victor victoria violeta viorel viorica vlad vladut camelia carmen corina cosmin
charlie thomas hunter killer trustno computer calculator internet samsung iphone android google facebook instagram whatsapp youtube
yahoo hotmail gmail microsoft windows linux apple orange vodafone telekom digi romania bucuresti bucharest cluj timisoara iasi
constanta craiova brasov oradea sibiu ploiesti mamaia vamaveche litoral steaua steauabucuresti dinamo rapid rapidbucuresti cfrcluj
universitatea barcelona realmadrid madrid chelsea arsenal liverpool manchester juventus milan ferrari mercedes porsche lamborghini
mustang corvette harley yamaha honda toyota dacia logan audi bmw flower floare floarea floricica butterfly fluture fluturas chocolate
ciocolata cookie cookies cheese banana orange capsuni capsuna summer vara winter iarna spring primavara autumn toamna ianuarie
februarie martie aprilie iunie iulie august septembrie octombrie noiembrie decembrie january february march april june july
september october november december monday tuesday wednesday thursday friday saturday sunday luni marti miercuri vineri sambata
duminica mother father mama mamica mamamea mamaliga tata taticu tatal bunica bunicu familia familiamea family freedom libertate
fericire fericita happy secret secrets secreta access abc abcd abcde abcdef abcdefg abcdefgh starwars matrix phoenix eagle tiger
leopard panther lion angel angels ingeras ingerul devil diavol heaven killer ninja samurai warrior hello salut salutare whatever
nothing nimic nimeni test tester testing guest user username demo changeme default temp temporary pass passw changethis
letmein loveme lovely lover lovers forever friends prieten prietena prieteni friend babygirl babyboy baby bebe bebelus bebita pisica
pisicuta pisoi catel catelus caine cainele motanel ursulet iepuras stelu stelute steluta stea luna lunaplina cerul marea marinel
dumnezeu doamne isus hristos jesus christ jesuschrist blessed church biserica credinta speranta viata viatamea lumina
money bani banii dollar euro million milion jackpot lucky noroc norocel poker casino player gamer gaming counter counterstrike
music muzica muzicamea metallica nirvana eminem rammstein guitar chitara piano dance danser party petrecere club festival concert
bilete ticket tickets estival fosfor`;

/** Refused as they are; eight characters or more. */
const phrases = `passw0rd p@ssw0rd p@ssword pa$$word pa55word p4ssw0rd p@$$w0rd p@ssword1 p@ssw0rd1 
password! par0la123 parolaparola passwordpassword
admin@123 admin1234! abc123abc abc12345 abcd1234 abcd12345 abcde12345
abcdef123456 a1b2c3d4 a1b2c3d4e5 a1s2d3f4 aa123456 aa12345678 a123456789 a12345678 a1234567 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 q12345678
1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qaz!qaz qazwsxedc qazwsx123 qazxsw21 zaq12wsx zaq1xsw2 zaq!2wsx
2wsx3edc 3edc4rfv 1234qwer 12345qwert 123456qwerty 123qweasd 123qweasdzxc qwe123qwe qweasdzxc qweasd123 qwer1234 qwert123 qwert12345
asdf1234 asdf12345 asdfasdf asdf;lkj asdqwe123 asd123asd zxcv1234 zxcvbnm1 zxcvbnm123 qwertyui qwertyuiop123 poiuytrewq lkjhgfdsa mnbvcxz1
123abc123 123456abc 1234abcd 12345abcde 123456789a 123456789q 123456789abc 12345678a 12345678q 1234567a 1234567q 123123abc 123321123
letmein1 letmein123 letmein! trustno1 iloveyou! iloveyou1 iloveyou2 iloveyou3 iloveyou123 iloveu123 iloveyouso ilovegod ilovehim iloveher
iloveme1 lovelove loveyou1 love1234 love12345 teiubesc1 teiubescmult teiubesc123 teiubescmami iubireamea iubirea1 iubireamea1 dragostea1
dragosteamea sufletel sufletelmeu ingerasul ingerasulmeu printesamea viata123 viataefrumoasa viatamea1 soarele1 soarelemeu laptelapte
correcthorsebatterystaple correct horse battery staple opensesame sesamdeschidete thisisapassword mypassword mypassword1 yourpassword newpassword
nopassword thepassword parolata parolasecreta parolanoua1 parolamea1 parolamea123 nuamparola nustiuparola amuitatparola amuitat123 faraparola
parola.123 parola_123 schimbama schimbama1 changeme1 changeme123 changeit secret123 secretsecret topsecret temp1234 test1234 test12345 test123456
testtest testtest1 testing123 user1234 guest123 guest1234 demo1234 demodemo root1234 rootroot toortoor adminadmin admin1admin administrator1
master123 superuser superadmin supervisor sysadmin websolutions p455w0rd letmeinnow whatever1 nothing1 iamgod123 fuckyou1 fuckyou123 fuckyou!
fuckoff1 asshole1 bitch123 metallica1 rockstar rockyou1 rock2rock starwars1 jordan23 michael1 jennifer1 liverpool1 liverpoolfc chelsea1 arsenal1
manutd123 manchester1 barcelona1 realmadrid1 ronaldo7 cristiano7 messi1010 steaua1986 steaua86 dinamo1948 rapid1923 forzasteaua haisteaua haidinamo
romania1 romania123 romaniamea bucuresti1 cluj-napoca timisoara1 constanta1 vamaveche1 mamaia2024 mamaia2025 mamaia2026 summer2023 summer2024
summer2025 summer2026 winter2023 winter2024 winter2025 winter2026 spring2024 spring2025 spring2026 autumn2024 autumn2025 vara2024 vara2025 vara2026
iarna2024 iarna2025 iarna2026 primavara1 toamna2025 summer123 sunshine1 sunshine123 princess1 princess123 football1 football123 fotbal123 baseball1
superman1 superman123 batman123 spiderman1 pokemon123 pokemon1 minecraft1 naruto123 dragon123 dragonball dragonballz monkey123 shadow123 killer123
hunter123 hunter22 computer1 computer123 internet1 samsung1 samsung123 iphone12 google123 facebook1 facebook123 whatsapp1 chocolate1 ciocolata1
butterfly1 flower123 floarea1 cookie123 banana123 babygirl1 baby1234 angel123 angel1234 ingeras1 pisica123 pisicuta1 catelus1 familia1 familia4
mama1234 mamatata mamasitata tata1234 mama&tata dumnezeu1 jesus123 jesuschrist1 blessed1 freedom1 forever1 forever21 happy123 hello123 hello1234
hellohello welcome1 welcome123 ferrari1 mercedes1 porsche911 mustang1 corvette1 harley123 yamaha123 dacialogan logan123 bmwm3bmw vodafone1
blink182 slipknot metalica eminem123 nirvana1 linkinpark counterstrike1 counter-strike leagueoflegends worldofwarcraft callofduty fortnite1 roblox123
123456789! 12345678! 1234567! 123456!! 1234!@#$ 12345!@#$% !@#$%^&* !@#$1234 !qaz2wsx @dm1n123 abc@1234 abc123!! abc!@#123 india@123 pass@123
pass@1234 pass1234 pass12345 passpass pass123456 pass1word qwer!@#$ qwerty!@# welcome@1 letmein@123 google@123 hello@123 aaa111aaa`;

const rows = [
  "1234567890",
  "0123456789",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qwertzuiop",
  "azertyuiop",
  "abcdefghijklmnopqrstuvwxyz",
  "147258369",
  "159753",
  "789456123",
  "741852963",
  "963852741",
  "1qaz2wsx3edc4rfv5tgb",
  "1q2w3e4r5t6y7u8i9o0p",
  "112233445566778899",
  "1122334455",
  "11223344",
  "13579246810",
  "24681012",
  "987654321",
  "9876543210",
  "0987654321",
  "31415926535",
  "14789632",
  "12369874",
  "123654789",
  "147852369",
  "102030405060",
  "10203040",
  "12344321",
  "1234554321",
  "123454321",
  "12341234",
  "123412345",
  "123123123",
  "123321123321",
  "456456456",
  "789789789",
  "121212121212",
  "131313131313",
  "101010101010",
  "232323232323",
  "696969696969",
  "420420420",
  "007007007",
  "19191919",
  "20202020",
  "20242024",
  "20252025",
  "20262026",
];

const shortest = 8;

/** All entries, made once when first needed: words with numbers and years, phrases, rows of the keyboard. */
function gather(): Set<string> {
  const found = new Set<string>();
  const add = (text: string) => {
    if (text.length >= shortest) found.add(text);
  };
  const tails = [
    "",
    "1",
    "2",
    "3",
    "7",
    "12",
    "22",
    "23",
    "69",
    "77",
    "99",
    "123",
    "321",
    "1234",
    "12345",
    "123456",
    "2000",
    "2010",
    "2020",
    "2024",
    "2025",
    "2026",
  ];
  for (const word of words.split(/\s+/)) {
    for (const tail of tails) add(word + tail);
    add(word + word);
  }
  for (const phrase of phrases.split(/\s+/)) add(phrase);
  for (const row of rows) {
    const back = [...row].reverse().join("");
    for (const walk of [row, back]) {
      for (let from = 0; from <= walk.length - shortest; from++)
        for (let to = from + shortest; to <= walk.length; to++) add(walk.slice(from, to));
      for (const part of [walk.slice(0, 4), walk.slice(0, 5), walk.slice(0, 6)]) add(part + part);
    }
  }
  return found;
}

let entries: Set<string> | undefined;

/**
 * Whether a password is one of those that attackers try first: listed (in any letter case), one character or pair
 * repeated, or a date of eight digits.
 */
export function isCommonPassword(password: string): boolean {
  entries ??= gather();
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
  entries ??= gather();
  return entries.size;
}
