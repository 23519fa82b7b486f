//! Visits a gateway with quinn and h3, and prints one line per response, in the format of quic-go/main.go.

mod early;

use std::error::Error;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;
use std::time::Duration;

use bytes::{Buf, Bytes};
use h3::client::SendRequest;
use h3_quinn::OpenStreams;
use http::{HeaderMap, HeaderValue, Request, StatusCode, Version};
use quinn::crypto::rustls::QuicClientConfig;
use quinn::{ClientConfig, Endpoint};
use ring::digest::{digest, SHA256};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::WebPkiServerVerifier;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{DigitallySignedStruct, RootCertStore, SignatureScheme};

const UPLOAD_BYTES: usize = 300_000;
const PATIENCE: Duration = Duration::from_secs(60);

type Outcome<T> = Result<T, Box<dyn Error>>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().collect();
    if arguments[1] == "early" {
        let [_, _, certificate, ticket, url, orders @ ..] = &arguments[..] else {
            return Err("expected: early CERTIFICATE TICKET_URL URL REQUEST…".into());
        };
        return early::early(certificate, ticket, url, orders).await;
    }
    tokio::time::timeout(PATIENCE, visits(&arguments[1], &arguments[2])).await?
}

async fn visits(base: &str, certificate: &str) -> Outcome<()> {
    let certificates = Certificates::trusting(certificate)?;
    let mut endpoint = Endpoint::client(SocketAddr::from(([127, 0, 0, 1], 0)))?;
    endpoint.set_default_client_config(tls(certificates.clone())?);

    let mut first = Client::connect(&endpoint, base).await?;
    first.visit("GET", "/small", "", None).await?.say("small");
    first.visit("GET", "/large", "", None).await?.say("large");
    let upload = "x".repeat(UPLOAD_BYTES);
    first
        .visit("POST", "/echo", &upload, None)
        .await?
        .say("echo");
    let page = first.visit("GET", "/page", "", None).await?;
    page.say("page");
    println!("early-hints {}", page.link);
    let mut sent = HeaderMap::new();
    sent.insert("x-sent", HeaderValue::from_static("yes"));
    let trailers = first.visit("POST", "/trailers", "body", Some(sent)).await?;
    trailers.say("trailers");
    println!("trailer {}", trailers.trailer);
    drop(first);

    // A resumed session has no certificate.
    let seen = certificates.seen.load(Ordering::Relaxed);
    let mut second = Client::connect(&endpoint, base).await?;
    second.visit("GET", "/small", "", None).await?.say("again");
    println!(
        "resumed {}",
        certificates.seen.load(Ordering::Relaxed) == seen
    );
    drop(second);
    endpoint.wait_idle().await;
    Ok(())
}

fn tls(certificates: Arc<Certificates>) -> Outcome<ClientConfig> {
    let mut tls = rustls::ClientConfig::builder()
        .dangerous()
        .with_custom_certificate_verifier(certificates)
        .with_no_client_auth();
    tls.alpn_protocols = vec![b"h3".to_vec()];
    // Only the early program sends early data.
    tls.enable_early_data = true;
    Ok(ClientConfig::new(Arc::new(QuicClientConfig::try_from(
        tls,
    )?)))
}

/// One connection.
struct Client {
    requests: SendRequest<OpenStreams, Bytes>,
    base: String,
}

/// The response to one request.
struct Seen {
    version: Version,
    status: StatusCode,
    link: String,
    body: Vec<u8>,
    trailer: String,
}

impl Client {
    async fn connect(endpoint: &Endpoint, base: &str) -> Outcome<Self> {
        let address = base.trim_start_matches("https://").parse()?;
        let connection = endpoint.connect(address, "localhost")?.await?;
        let (mut driver, requests) = h3::client::new(h3_quinn::Connection::new(connection)).await?;
        tokio::spawn(async move { driver.wait_idle().await });
        Ok(Client {
            requests,
            base: base.to_string(),
        })
    }

    async fn visit(
        &mut self,
        method: &str,
        path: &str,
        body: &str,
        sent: Option<HeaderMap>,
    ) -> Outcome<Seen> {
        let request = Request::builder()
            .method(method)
            .uri(format!("{}{}", self.base, path))
            .header("te", "trailers")
            .header("sec-fetch-mode", "navigate")
            .header("sec-fetch-dest", "document")
            .body(())?;
        let mut stream = self.requests.send_request(request).await?;
        if !body.is_empty() {
            stream
                .send_data(Bytes::copy_from_slice(body.as_bytes()))
                .await?;
        }
        if let Some(trailers) = sent {
            stream.send_trailers(trailers).await?;
        }
        stream.finish().await?;

        let mut link = String::new();
        let mut response = stream.recv_response().await?;
        while response.status().is_informational() {
            if response.status() == StatusCode::EARLY_HINTS {
                link = text(response.headers(), "link");
            }
            response = stream.recv_response().await?;
        }
        let mut content = Vec::new();
        while let Some(mut piece) = stream.recv_data().await? {
            content.extend_from_slice(&piece.copy_to_bytes(piece.remaining()));
        }
        let trailers = stream.recv_trailers().await?.unwrap_or_default();
        Ok(Seen {
            version: response.version(),
            status: response.status(),
            link,
            body: content,
            trailer: text(&trailers, "x-checksum"),
        })
    }
}

impl Seen {
    fn say(&self, what: &str) {
        let sum: String = digest(&SHA256, &self.body)
            .as_ref()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        println!("{what} {:?} {} {sum}", self.version, self.status.as_u16());
    }
}

fn text(fields: &HeaderMap, name: &str) -> String {
    let value = fields.get(name).and_then(|value| value.to_str().ok());
    value.unwrap_or_default().to_string()
}

/// Accepts the certificates that webpki accepts, and counts them.
#[derive(Debug)]
struct Certificates {
    webpki: Arc<WebPkiServerVerifier>,
    seen: AtomicUsize,
}

impl Certificates {
    fn trusting(file: &str) -> Outcome<Arc<Self>> {
        let mut roots = RootCertStore::empty();
        roots.add(CertificateDer::from_pem_file(file)?)?;
        let webpki = WebPkiServerVerifier::builder(Arc::new(roots)).build()?;
        Ok(Arc::new(Certificates {
            webpki,
            seen: AtomicUsize::new(0),
        }))
    }
}

impl ServerCertVerifier for Certificates {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        self.seen.fetch_add(1, Ordering::Relaxed);
        self.webpki
            .verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now)
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        Err(rustls::Error::General("QUIC has TLS 1.3 only".to_string()))
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.webpki
            .verify_tls13_signature(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.webpki.supported_verify_schemes()
    }
}
