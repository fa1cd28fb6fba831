/** The most common passwords, in lower case. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `password password1 password12 password123 password1! passw0rd p@ssw0rd p@ssword iloveyou iloveyou1 princess sunshine
  football football1 baseball baseball1 basketball superman batman123 trustno1 welcome1 welcome123 letmein1 letmein123
  whatever dragon123 monkey123 shadow123 master123 michael1 jennifer jordan23 michelle charlie1 starwars computer
  corvette mercedes samantha danielle jonathan victoria alexander alexandra benjamin christian elizabeth nicholas
  qwerty123 qwertyui qwerty12 qwerty1234 1q2w3e4r 1q2w3e4r5t 1qaz2wsx zaq12wsx q1w2e3r4 q1w2e3r4t5 asdf1234 asdfasdf
  abcd1234 abc12345 abcdefgh admin123 admin1234 administrator changeme changeme1 default1 guest123 internet internet1
  1234 12345 123456 1234567 12345678910 0123456789 9876543210 654321 111111 000000 666666 112233 121212 123123 123321
  abc123 abcdef abcd123 qwerty qwerty1 qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx 1q2w3e aaaaaa aaaaaaaa
  monkey dragon letmein shadow master welcome login admin secret ninja hello freedom
  12345678 123456789 1234567890 12341234 11111111 00000000 88888888 87654321 11223344 12344321 123123123 147258369
  987654321 20202020 19871987 19841984 football12 liverpool chelsea1 arsenal1 pokemon1 pokemon123 minecraft fuckyou1
  summer2024 summer2025 winter2024 winter2025 spring2025 secret123 test1234 testtest testing123 hello123 helloworld
  google123 facebook1 linkedin1 dropbox1 samsung1 iphone12 android1 windows10 microsoft macbook1 sunflower butterfly
  chocolate cheesecake strawberry pineapple mustang1 harley123 yankees1 lakers24 ferrari1 porsche1 midnight lovely123
  babygirl babygirl1 angel123 jesus123 blessed1 forever1 loveyou1 nothing1 freedom1 america1 canada123 mexico123
  deutschland passwort passwort1 passwort123 hallo123 schatz123 ficken123 sommer2025 fussball fussball1 motdepasse
  azerty123 azertyuiop contraseña contrasena qwertz123 qwertzuiop`.split(/\s+/),
);
