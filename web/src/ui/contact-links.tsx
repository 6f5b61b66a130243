import { EmailText } from './email-text.tsx';

export function PhoneLink({ number }: { number: string }) {
  return <a href={`tel:${number.replace(/\s/g, '')}`}>{number}</a>;
}

export function EmailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`}>
      <EmailText>{address}</EmailText>
    </a>
  );
}

export function WebsiteLink({ url }: { url: string }) {
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {url.replace(/^https?:\/\/|\/$/g, '')}
    </a>
  );
}
