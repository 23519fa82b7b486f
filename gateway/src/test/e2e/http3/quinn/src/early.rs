//! Connects to one URL for a ticket, then to another, and sends requests with its ClientHello. Prints the status and the body
//! length of each, or "none", and whether early data was accepted.

use std::net::SocketAddr;
use std::time::Duration;

use bytes::{Buf, Bytes};
use h3::client::SendRequest;
use h3_quinn::OpenStreams;
use http::Request;
use quinn::Endpoint;

use crate::{tls, Certificates, Client, Outcome};

const PATIENCE: Duration = Duration::from_secs(3);

/// A request: "METHOD PATH COOKIE_BYTES BODY_BYTES".
struct Order {
    method: String,
    path: String,
    cookie: usize,
    body: usize,
}

pub async fn early(certificate: &str, ticket: &str, url: &str, orders: &[String]) -> Outcome<()> {
    let mut endpoint = Endpoint::client(SocketAddr::from(([127, 0, 0, 1], 0)))?;
    endpoint.set_default_client_config(tls(Certificates::trusting(certificate)?)?);
    let mut first = Client::connect(&endpoint, ticket).await?;
    first.visit("GET", "/ticket", "", None).await?;
    drop(first);
    endpoint.wait_idle().await;

    let address = url.trim_start_matches("https://").parse()?;
    let Ok((connection, accepted)) = endpoint.connect(address, "localhost")?.into_0rtt() else {
        return Err("no 0-RTT keys".into());
    };
    let (mut driver, requests) =
        h3::client::new(h3_quinn::Connection::new(connection.clone())).await?;
    tokio::spawn(async move { driver.wait_idle().await });
    let mut given = Vec::new();
    for text in orders {
        let order = Order::parse(text)?;
        let says = format!("{} {}", order.method, order.path);
        let answer = tokio::spawn(give(order, requests.clone()));
        given.push((says, tokio::time::timeout(PATIENCE, answer)));
    }
    for (says, answer) in given {
        match answer.await {
            Ok(Ok(Some(answer))) => println!("{says} {answer}"),
            _ => println!("{says} none"),
        }
    }
    let accepted = tokio::time::timeout(PATIENCE, accepted).await;
    println!("accepted {}", accepted.unwrap_or(false));
    // H3_NO_ERROR (RFC 9114 8.1).
    connection.close(0x100u32.into(), b"");
    // The server may have ended.
    let _ = tokio::time::timeout(PATIENCE, endpoint.wait_idle()).await;
    Ok(())
}

impl Order {
    fn parse(text: &str) -> Outcome<Self> {
        let words: Vec<&str> = text.split(' ').collect();
        let [method, path, cookie, body] = words[..] else {
            return Err(format!("{text} (expected: METHOD PATH COOKIE_BYTES BODY_BYTES)").into());
        };
        Ok(Order {
            method: method.to_string(),
            path: path.to_string(),
            cookie: cookie.parse()?,
            body: body.parse()?,
        })
    }
}

async fn give(order: Order, requests: SendRequest<OpenStreams, Bytes>) -> Option<String> {
    send(order, requests).await.ok()
}

async fn send(
    order: Order,
    mut requests: SendRequest<OpenStreams, Bytes>,
) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
    let mut request = Request::builder()
        .method(order.method.as_str())
        .uri(format!("https://localhost{}", order.path));
    if order.cookie > 0 {
        request = request.header("cookie", "Z".repeat(order.cookie));
    }
    let mut stream = requests.send_request(request.body(())?).await?;
    if order.body > 0 {
        stream
            .send_data(Bytes::from(vec![b'x'; order.body]))
            .await?;
    }
    stream.finish().await?;
    let response = stream.recv_response().await?;
    let mut length = 0;
    while let Some(piece) = stream.recv_data().await? {
        length += piece.remaining();
    }
    Ok(format!("{} {length}", response.status().as_u16()))
}
