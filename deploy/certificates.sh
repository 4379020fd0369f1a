#!/bin/sh
# Make an authority and a certificate by it, for one cluster: sh deploy/certificates.sh FOLDER
# Whoever has node.key can run any code on the cluster and on the machines that use it.  Nothing else checks who connects.
set -eu
umask 077
mkdir -p "$1"
cd "$1"
openssl ecparam -name prime256v1 -genkey -noout -out ca.key
openssl req -x509 -new -key ca.key -days 365 -subj /CN=symheap-cluster -out ca.pem
openssl ecparam -name prime256v1 -genkey -noout -out node.key
openssl req -new -key node.key -subj /CN=symheap-node -out node.csr
openssl x509 -req -in node.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 365 -out node.pem
rm node.csr ca.key
echo "made $1: ca.pem, node.pem and node.key are for all machines of the cluster and for its users"
