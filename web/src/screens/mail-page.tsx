import { MailScreen } from "../account/mail/mail-screen.tsx";
import { SignInFrame } from "../sign-in/sign-in-frame.tsx";

export const MailPage = () => <MailScreen Frame={SignInFrame} />;
