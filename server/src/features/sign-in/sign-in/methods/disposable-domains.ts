/** The best known domains of disposable mailboxes. Tenants can add others to their blocklist. */
export const disposableDomains: ReadonlySet<string> = new Set(
  `0-mail.com 10minutemail.com 10minutemail.net 20minutemail.com 33mail.com anonbox.net anonymbox.com binkmail.com
  bobmail.info burnermail.io chacuo.net crazymailing.com deadaddress.com discard.email discardmail.com discardmail.de
  disposableaddress.com disposable.com dispostable.com dropmail.me e4ward.com emailondeck.com emailsensei.com
  emailtemporanea.net emltmp.com fakeinbox.com fakemail.net fakemailgenerator.com filzmail.com getairmail.com
  getnada.com grr.la guerrillamail.biz guerrillamail.com guerrillamail.de guerrillamail.info guerrillamail.net
  guerrillamail.org guerrillamailblock.com harakirimail.com inboxbear.com inboxkitten.com incognitomail.org
  jetable.org kasmail.com linshiyouxiang.net luxusmail.org mail-temp.com mail-temporaire.fr mailcatch.com maildrop.cc
  mailexpire.com mailforspam.com mailinator.com mailinator.net mailinator2.com mailmetrash.com mailnesia.com
  mailnull.com mailpoof.com mailsac.com mailtemp.info mailtothis.com mintemail.com moakt.cc moakt.com mohmal.com
  mt2015.com mvrht.com mytemp.email mytrashmail.com nada.email nowmymail.com objectmail.com one-time.email
  onetimeusemail.com pookmail.com privatemail.in rcpt.at reallymymail.com receiveee.com rtrtr.com safetymail.info
  sharklasers.com sogetthis.com spam4.me spamavert.com spambog.com spambox.us spamex.com spamfree24.org spamgourmet.com
  spamherelots.com suremail.info temp-mail.io temp-mail.org tempail.com tempemail.co tempinbox.com tempmail.dev
  tempmail.net tempmailo.com tempmail.plus tempr.email temporary-mail.net throwam.com throwawaymail.com tmail.ws
  tmailinator.com tmpmail.net tmpmail.org trash-mail.at trash-mail.com trash-mail.de trashmail.com trashmail.de
  trashmail.io trashmail.me trashmail.net trbvm.com wegwerfemail.de wegwerfmail.de wegwerfmail.net wegwerfmail.org
  yopmail.com yopmail.fr yopmail.net zetmail.com`.split(/\s+/),
);
