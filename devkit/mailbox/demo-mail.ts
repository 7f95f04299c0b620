/** How the demo's emails leave until other settings are saved: to the mailbox of this machine. */
export const demoMail = {
  smtpHost: "posta.fosfor.example",
  smtpPort: 587,
  pop3Host: null,
  pop3Port: null,
  username: "bilete@fosfor.example",
  password: "mod-demonstrativ",
  fromEmail: "bilete@fosfor.example",
  fromName: "Fosfor Summer Club",
  replyTo: null,
  enabled: true,
} as const;
